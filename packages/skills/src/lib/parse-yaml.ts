import { loadYaml } from './load-yaml.ts';
import { quoteValues, type RawValue } from './quote-values.ts';

/** What a frontmatter says, or what is wrong with it. */
export type ParsedYaml =
  | { readonly value: unknown; readonly repairedKeys: readonly string[] }
  | { readonly fault: string };

/** Lines beyond which no repair is tried: each may cost a parse. */
const mostRepairedLines = 1000;

/**
 * Reads YAML as authors write it: when it is not valid, values with unquoted colons are quoted, and
 * if that does not help, also values that start with a sign which YAML reads otherwise.
 */
export function parseYaml(yaml: string, firstLine: number): ParsedYaml {
  const asWritten = loadYaml(yaml, firstLine);
  if ('value' in asWritten) return { ...asWritten, repairedKeys: [] };
  if (yaml.split('\n', mostRepairedLines + 1).length > mostRepairedLines) return asWritten;
  for (const mustQuote of [hasLooseColon, cannotStandAlone]) {
    const { yaml: quoted, keys } = quoteValues(yaml, mustQuote);
    const repaired = loadYaml(quoted);
    if ('value' in repaired) return { ...repaired, repairedKeys: [...new Set(keys)] };
  }
  return asWritten;
}

/** A value without quotes that a colon, or a comment in its middle, breaks. */
function hasLooseColon({ folded, isContinued }: RawValue): boolean {
  if (/^["'[{|>&*!%@`#]/.test(folded)) return false;
  return /:[ \t\n]|:$/.test(folded) || (isContinued && / #/.test(folded));
}

/** Also a value that is no YAML by itself, such as `*bold* text` or `[a] [b]`. */
const cannotStandAlone = (value: RawValue): boolean =>
  hasLooseColon(value) || /^[-?] /.test(value.folded) || 'fault' in loadYaml(value.raw);
