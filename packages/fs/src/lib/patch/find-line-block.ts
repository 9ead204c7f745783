import type { LineIndex } from './index-lines.ts';

/**
 * The 0-based positions where a run of whole lines stands in a file, ascending, at most `limit`.
 * Takes time linear in both sizes (Knuth, Morris and Pratt 1977, on numbered lines).
 */
export function findLineBlock(file: LineIndex, block: readonly string[], limit: number): number[] {
  const found: number[] = [];
  if (block.length === 0) return found;
  // Numbers instead of texts: long lines that differ late are then compared only once.
  const numbers = new Map<string, number>();
  const wanted = block.map(line => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  });
  const borders = findBorders(wanted);
  let matched = 0;
  for (let index = 0; index < file.count && found.length < limit; index += 1) {
    const number = numbers.get(file.line(index));
    while (matched > 0 && wanted[matched] !== number) matched = borders[matched - 1] ?? 0;
    if (wanted[matched] === number) matched += 1;
    if (matched < wanted.length) continue;
    found.push(index + 1 - matched);
    matched = borders[matched - 1] ?? 0;
  }
  return found;
}

/** For each prefix, the length of its longest proper prefix that is also its suffix. */
function findBorders(wanted: readonly number[]): number[] {
  const borders = [0];
  let length = 0;
  for (let index = 1; index < wanted.length; index += 1) {
    while (length > 0 && wanted[index] !== wanted[length]) length = borders[length - 1] ?? 0;
    if (wanted[index] === wanted[length]) length += 1;
    borders.push(length);
  }
  return borders;
}
