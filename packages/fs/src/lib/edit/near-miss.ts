import { withoutOuterNewlines } from './without-outer-newlines.ts';

const mostShown = 120;

/**
 * Says where a text that does not occur nearly does: the place whose lines agree most when white
 * space at their ends is left out, with the first line that differs. Undefined when no place has
 * half of the lines.
 */
export function nearMiss(text: string, wanted: string): string | undefined {
  const lines = text.split('\n');
  const sought = withoutOuterNewlines(wanted).split('\n');
  const best = bestPlace(lines.map(bare), sought.map(bare));
  if (!best || best.equal * 2 < sought.length) return undefined;
  const index = sought.findIndex((line, offset) => line !== lines[best.start + offset]);
  if (index === -1) return undefined;
  const found = lines[best.start + index] ?? '';
  const expected = sought[index] ?? '';
  const where = `line ${best.start + index + 1}`;
  const both = `it is ${quoted(found)}, old_string has ${quoted(expected)}`;
  return bare(found) === bare(expected)
    ? `${where} differs only in white space: ${both}`
    : `nearest is ${where}: ${both}`;
}

/** Only places where some sought line stands are compared, so the work stays near linear. */
function bestPlace(lines: readonly string[], sought: readonly string[]) {
  const offsets = new Map<string, number>();
  for (const [offset, line] of sought.entries()) if (!offsets.has(line)) offsets.set(line, offset);
  let best: { start: number; equal: number } | undefined;
  let compared = 0;
  const tried = new Set<number>();
  for (const [index, line] of lines.entries()) {
    const offset = line === '' ? undefined : offsets.get(line);
    const start = index - (offset ?? 0);
    if (offset === undefined || start < 0 || tried.has(start)) continue;
    tried.add(start);
    compared += sought.length;
    if (compared > 5_000_000) break;
    const equal = sought.filter((one, at) => one === lines[start + at]).length;
    if (!best || equal > best.equal) best = { start, equal };
  }
  return best;
}

const bare = (line: string) => line.trim().replace(/\s+/g, ' ');
const quoted = (line: string) =>
  JSON.stringify(line.length > mostShown ? `${line.slice(0, mostShown)}...` : line);
