import { withoutOuterNewlines } from './without-outer-newlines.ts';

const mostShown = 120;
/** Characters of a line that are compared for likeness. */
const mostCompared = 2000;

/**
 * Says where a text that does not occur nearly does: the place whose lines agree most when white
 * space, letter case, quotes and Unicode forms are left out, with the first line that differs; else
 * the line that is most like its first line. Undefined when nothing is half alike.
 */
export function nearMiss(text: string, wanted: string): string | undefined {
  const lines = text.split('\n');
  const sought = withoutOuterNewlines(wanted).split('\n');
  const best = bestPlace(lines.map(folded), sought.map(folded));
  const start =
    best && best.equal * 2 >= sought.length ? best.start : similarLine(lines, sought[0] ?? '');
  if (start === undefined) return undefined;
  const index = sought.findIndex((line, offset) => line !== lines[start + offset]);
  if (index === -1) return undefined;
  const found = lines[start + index] ?? '';
  const expected = sought[index] ?? '';
  const where = `line ${start + index + 1}`;
  const both = `it is ${quoted(found)}, old_string has ${quoted(expected)}`;
  return bare(found) === bare(expected)
    ? `${where} differs only in white space: ${both}`
    : `nearest is ${where}: ${both}`;
}

/** The line that holds most of the letter triples of a text, and at least two thirds of them. */
function similarLine(lines: readonly string[], wanted: string): number | undefined {
  const sought = triples(folded(wanted));
  if (sought.size === 0) return undefined;
  let best: { index: number; held: number } | undefined;
  for (const [index, line] of lines.entries()) {
    let held = 0;
    const start = line.slice(0, mostCompared);
    for (const triple of triples(folded(start))) if (sought.has(triple)) held += 1;
    if (held > (best?.held ?? 0)) best = { index, held };
  }
  return best && best.held * 3 >= sought.size * 2 ? best.index : undefined;
}

function triples(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (let at = 0; at + 3 <= text.length; at += 1) found.add(text.slice(at, at + 3));
  return found;
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
const folded = (line: string) =>
  bare(line.normalize('NFKC').toLowerCase().replace(/[‘’]/g, "'").replace(/[“”]/g, '"'));
/** White space that looks like a plain space is shown by its code. */
const quoted = (line: string) =>
  JSON.stringify(line.length > mostShown ? `${line.slice(0, mostShown)}...` : line).replace(
    /(?! )\p{Zs}/gu,
    space => `\\u${(space.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
