import { type Finding, finding } from './finding.ts';

/** The most characters (UTF-16 code units) that a frontmatter may have. */
export const maxFrontmatterLength = 65_536;

/**
 * The text between the two `---` lines that start a SKILL.md, its line ends as `\n`; a finding when
 * it has none, or when it is longer than `maxFrontmatterLength`. The head of a long file is enough.
 */
export function splitFrontmatter(text: string): string | Finding {
  const opening = /^\uFEFF?---[ \t]{0,99}\r?\n/.exec(text);
  if (!opening)
    return finding(
      'missing_frontmatter',
      'SKILL.md does not start with a "---" line: begin it with YAML frontmatter',
    );
  const rest = text.slice(opening[0].length);
  // Not /^---$/m: those anchors also hold at U+2028, which ends no line of YAML.
  const closing = /(?:^|\r?\n)---[ \t]{0,99}(?:\r?\n|$)/.exec(rest);
  if ((closing?.index ?? rest.length) > maxFrontmatterLength)
    return finding(
      'yaml_error',
      `the frontmatter has no closing "---" line in its first ${maxFrontmatterLength} characters`,
    );
  if (!closing)
    return finding(
      'missing_frontmatter',
      'SKILL.md has no second "---" line: end the frontmatter with one',
    );
  return rest.slice(0, closing.index).replaceAll('\r\n', '\n');
}
