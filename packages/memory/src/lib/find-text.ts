/** Comparisons that the search of String may need at worst: some tenths of a second. */
const mostComparisons = 100_000_000;

/**
 * As `text.indexOf(wanted, from)`, but linear at worst: long inputs, for which that search may need
 * their product when they repeat themselves, are searched by Knuth, Morris and Pratt, "Fast Pattern
 * Matching in Strings" (1977).
 */
export function findText(text: string, wanted: string, from = 0): number {
  if ((text.length - from) * wanted.length <= mostComparisons) return text.indexOf(wanted, from);
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && unit !== wanted.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (unit === wanted.charCodeAt(matched)) matched += 1;
    if (matched === wanted.length) return at + 1 - matched;
  }
  return -1;
}

/** For each start of a text, the length of its longest shorter start that is also its end. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let matched = 0;
  for (let at = 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && unit !== text.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (unit === text.charCodeAt(matched)) matched += 1;
    borders[at] = matched;
  }
  return borders;
}
