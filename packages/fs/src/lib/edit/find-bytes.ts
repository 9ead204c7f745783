import { setImmediate } from 'node:timers/promises';

/** Comparisons of bytes that the search of Buffer may need at worst: tens of milliseconds. */
const mostComparisons = 100_000_000;

/** Bytes that are looked through before others may run: some milliseconds. */
const sliceBytes = 1_048_576;

/**
 * The first place of `wanted`, which is not empty, in `file` from `from` on, or -1. As
 * `Buffer.indexOf`, but linear at worst: large inputs, for which that search may need their product
 * when they repeat themselves, are searched by Knuth, Morris and Pratt, "Fast Pattern Matching in
 * Strings" (1977), in slices between which others run.
 */
export async function findBytes(file: Buffer, wanted: Buffer, from = 0): Promise<number> {
  if (wanted.length > file.length - from) return -1;
  if ((file.length - from) * wanted.length <= mostComparisons) return file.indexOf(wanted, from);
  const search = createSearch(file, wanted);
  for (let start = from; start < file.length; start += sliceBytes) {
    const place = search(start, Math.min(start + sliceBytes, file.length));
    await setImmediate();
    if (place !== -1) return place;
  }
  return -1;
}

/** A search through adjoining slices, which finds a text across their bounds too. */
function createSearch(file: Buffer, wanted: Buffer): (start: number, end: number) => number {
  const borders = findBorders(wanted);
  const [first] = wanted;
  let before = 0;
  return (start, end) => {
    // A variable that outlives the call is slow to change.
    let matched = before;
    for (let at = start; at < end; at += 1) {
      const byte = file[at];
      // Most bytes match nothing, and are passed fastest when asked for first.
      if (matched === 0 && byte !== first) continue;
      while (matched > 0 && byte !== wanted[matched]) matched = borders[matched - 1] ?? 0;
      if (byte === wanted[matched]) matched += 1;
      if (matched === wanted.length) return at + 1 - matched;
    }
    before = matched;
    return -1;
  };
}

/** For each start of a text, the length of its longest shorter start that is also its end. */
function findBorders(text: Buffer): Int32Array {
  const borders = new Int32Array(text.length);
  let matched = 0;
  for (let at = 1; at < text.length; at += 1) {
    while (matched > 0 && text[at] !== text[matched]) matched = borders[matched - 1] ?? 0;
    if (text[at] === text[matched]) matched += 1;
    borders[at] = matched;
  }
  return borders;
}
