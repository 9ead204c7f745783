import { countCharacters } from './count-characters.ts';
import { type Finding, finding } from './finding.ts';
import { parseYaml } from './parse-yaml.ts';
import { hasNameForm, isSkillName, maxNameCharacters, nameRule } from './skill-name.ts';
import { maxFrontmatterLength, splitFrontmatter } from './split-frontmatter.ts';
import { type Budget, TooMuchText, valueText } from './value-text.ts';

/** What the frontmatter of a SKILL.md says of its skill. */
export interface SkillRecord {
  readonly name: string;
  /** Absent when the skill cannot be used. */
  readonly description?: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface ReadRecord {
  readonly record: SkillRecord;
  readonly findings: readonly Finding[];
}

/** The most characters of a description. */
export const maxDescriptionCharacters = 1024;
const maxCompatibilityCharacters = 500;

/**
 * Reads the frontmatter of a SKILL.md text, or of its head. Never throws: what is wrong comes as
 * findings, and with one of level `error` the skill is not to be used.
 */
export function readSkillRecord(folder: string, text: string): ReadRecord {
  const yaml = splitFrontmatter(text);
  if (typeof yaml !== 'string') return { record: { name: folder }, findings: [yaml] };
  const unusable = (fault: string): ReadRecord => ({
    record: { name: folder },
    findings: [finding('yaml_error', `the frontmatter is not usable YAML: ${fault}`)],
  });
  const parsed = parseYaml(yaml, 2);
  if ('fault' in parsed) return unusable(parsed.fault);
  const fields = parsed.value ?? {}; // of an empty frontmatter
  if (!isMapping(fields)) return unusable('it is no list of "key: value" lines');
  const repairs = [
    ...(parsed.repairedKeys.length > 0
      ? [
          `${parsed.repairedKeys.slice(0, 10).join(', ')} held signs that YAML reads otherwise, ` +
            'such as a colon: quoted here, quote it in the file',
        ]
      : []),
    ...(yaml.includes('\uFFFD') ? ['bytes that are not UTF-8 were read as U+FFFD'] : []),
  ].map(repair => finding('yaml_lenient_retry', `read leniently: ${repair}`));
  try {
    const { record, findings } = checkFields(folder, fields);
    return { record, findings: [...repairs, ...findings] };
  } catch (error) {
    if (error instanceof TooMuchText) return unusable('its aliases stand for too much text');
    throw error;
  }
}

/** True when nothing found keeps the skill from being used. */
export const isUsable = ({ findings }: Pick<ReadRecord, 'findings'>): boolean =>
  findings.every(({ level }) => level !== 'error');

type Mapping = Readonly<Record<string, unknown>>;

function checkFields(folder: string, fields: Mapping): ReadRecord {
  const budget = { left: 4 * maxFrontmatterLength };
  const findings: Finding[] = [];
  const name = scalar(fields['name'], budget);
  findings.push(...nameFindings(name, folder));
  const description = scalar(fields['description'], budget);
  if (description === '')
    findings.push(finding('missing_description', 'the frontmatter has no description as text'));
  findings.push(...tooLong('description', description, maxDescriptionCharacters));
  const license = valueText(fields['license'], budget).trim();
  const compatibility = valueText(fields['compatibility'], budget).trim();
  findings.push(...tooLong('compatibility', compatibility, maxCompatibilityCharacters));
  const { metadata } = fields;
  if (metadata !== null && metadata !== undefined && !isMapping(metadata))
    findings.push(
      finding('metadata_not_mapping', 'metadata is no "key: value" lines: it is left out'),
    );
  const record: SkillRecord = {
    name: name || folder,
    ...(description && { description }),
    ...(license && { license }),
    ...(compatibility && { compatibility }),
    ...(isMapping(metadata) && { metadata: texts(metadata, budget) }),
  };
  return { record, findings };
}

function nameFindings(name: string, folder: string): Finding[] {
  const findings: Finding[] = [];
  if (name === '')
    findings.push(finding('missing_name', 'the frontmatter has no name: the folder’s is used'));
  else if (name !== folder)
    findings.push(
      finding(
        'name_mismatch',
        `the name ${shown(name)} differs from the folder ${shown(folder)}, which is skill_name`,
      ),
    );
  const used = name || folder;
  if (!hasNameForm(used))
    findings.push(finding('invalid_name', `the name ${shown(used)} must be ${nameRule}`));
  else if (!isSkillName(folder))
    findings.push(
      finding(
        'invalid_name',
        `no tool can load the skill: rename its folder ${shown(folder)}, which must be ${nameRule}`,
      ),
    );
  findings.push(...tooLong('name', used, maxNameCharacters));
  return findings;
}

function tooLong(
  field: 'name' | 'description' | 'compatibility',
  text: string,
  most: number,
): Finding[] {
  const characters = text.length <= most ? text.length : countCharacters(text);
  const message = `${field} has ${characters} characters, more than ${most}`;
  return characters > most ? [finding(`${field}_too_long`, message)] : [];
}

const texts = (mapping: Mapping, budget: Budget) =>
  Object.fromEntries(
    Object.entries(mapping).map(([key, value]) => [key, valueText(value, budget)]),
  );

/** A field that must be text; a list or a map counts as not given. */
const scalar = (value: unknown, budget: Budget): string =>
  typeof value === 'object' ? '' : valueText(value, budget).trim();

/** A name in a message, which it shall not fill. */
const shown = (name: string): string =>
  JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
