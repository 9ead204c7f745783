/** The value of one `key: value` entry, as it stands in the text. */
export interface RawValue {
  /** From behind the colon to the end of its last line, lines joined by `\n`. */
  readonly raw: string;
  /** The same as one would read it: line breaks folded, comment lines left out. */
  readonly folded: string;
  readonly isContinued: boolean;
}

/**
 * Puts the values of a YAML text that `mustQuote` picks into double quotes, and names their keys, each with the deeper
 * lines that continue it. Block scalars stay as they are. Takes time linear in the text.
 */
export function quoteValues(
  yaml: string,
  mustQuote: (value: RawValue) => boolean,
): { readonly yaml: string; readonly keys: readonly string[] } {
  const lines = yaml.split('\n');
  const result: string[] = [];
  const keys: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const entry = entryPattern.exec(lines[at] ?? '');
    const [, lead = '', key = '', first = ''] = entry ?? [];
    const end = entry ? endOfValue(lines, at + 1, lead.length) : at + 1;
    const value = rawValue([first.trimEnd(), ...lines.slice(at + 1, end)]);
    if (entry && !blockHeader.test(first) && mustQuote(value)) {
      result.push(`${lead}${key}: ${quote(value.folded)}`);
      keys.push(key);
    } else result.push(...lines.slice(at, end));
    at = end;
  }
  return { yaml: result.join('\n'), keys };
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

/**
 * The text in YAML's double quotes, which take JSON's escapes. Quotes around all of it are dropped
 * and their escapes undone; those of `"a" or "b"` stand around its parts, and stay.
 */
function quote(text: string): string {
  const [, sign, inner] = /^(["'])([^]*)\1$/.exec(text) ?? [];
  if (sign === undefined || inner === undefined || quotesParts(inner, sign))
    return JSON.stringify(text);
  const plain = inner.replace(/\\(["'])/g, '$1');
  return JSON.stringify(sign === "'" ? plain.replaceAll("''", "'") : plain);
}

/** True when the sign stands at the edge of a word: an apostrophe or an escaped sign does not. */
const quotesParts = (inner: string, sign: string) =>
  new RegExp(`(?<!\\\\)${sign}(?=[\\s,.;:)]|$)|(?<=^|[\\s(])${sign}`).test(inner);
