/** The value of one `key: value` entry, as it stands in the text. */
export interface RawValue {
  /** From behind the colon to the end of its last line, lines joined by `\n`. */
  readonly raw: string;
  /** The same as one would read it: line breaks folded, comment lines left out. */
  readonly folded: string;
  readonly isContinued: boolean;
}

/**
 * Puts the values of a YAML text that `mustQuote` picks into double quotes, each with the deeper
 * lines that continue it. Block scalars stay as they are. Takes time linear in the text.
 */
export function quoteValues(yaml: string, mustQuote: (value: RawValue) => boolean): string {
  const lines = yaml.split('\n');
  const result: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const entry = entryPattern.exec(lines[at] ?? '');
    const [, lead = '', key = '', first = ''] = entry ?? [];
    const end = entry ? endOfValue(lines, at + 1, lead.length) : at + 1;
    const value = rawValue([first.trimEnd(), ...lines.slice(at + 1, end)]);
    if (entry && !blockHeader.test(first) && mustQuote(value))
      result.push(`${lead}${key}: ${quote(value.folded)}`);
    else result.push(...lines.slice(at, end));
    at = end;
  }
  return result.join('\n');
}

const entryPattern = /^( *(?:- +)?)([A-Za-z_][\w.-]*(?: [\w.-]+)*)[ \t]*:[ \t]+([^ \t#][^]*)$/;
const blockHeader = /^[|>][-+\d]{0,2}(?:[ \t]+#[^]*|[ \t]*)$/;

/** Behind the last line that is deeper than the key; blank lines at the end do not belong to it. */
function endOfValue(lines: readonly string[], start: number, indent: number): number {
  let end = start;
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const depth = line.search(/[^ ]/);
    if (depth !== -1 && depth <= indent) break;
    if (line.trim() !== '') end = at + 1;
  }
  return end;
}

function rawValue(lines: readonly string[]): RawValue {
  const read = lines.map(line => line.trim()).filter((line, at) => at === 0 || line[0] !== '#');
  let folded = '';
  for (const line of read)
    if (line === '') folded += '\n';
    else folded += folded === '' || folded.endsWith('\n') ? line : ` ${line}`;
  return { raw: lines.join('\n'), folded, isContinued: lines.length > 1 };
}

/** The text in YAML's double quotes, which take JSON's escapes; quotes around it are dropped. */
function quote(text: string): string {
  const [, , inner] = /^(["'])([^]*)\1$/.exec(text) ?? [];
  return JSON.stringify(inner ?? text);
}
