/** Characters of a key that are compared. */
const mostCompared = 300;
/** Likeness, of 1, from which a key is worth naming. */
const least = 0.4;

/**
 * Keys that look like one that is not there, the most similar first: by the share of common pairs
 * of letters (Dice, "Measures of the Amount of Ecologic Association Between Species", 1945).
 */
export function similarKeys(wanted: string, keys: Iterable<string>, most = 3): string[] {
  const pairs = pairsOf(wanted);
  return [...keys]
    .map(key => ({ key, likeness: likeness(pairs, pairsOf(key)) }))
    .filter(one => one.likeness >= least)
    .sort((one, other) => other.likeness - one.likeness || (one.key < other.key ? -1 : 1))
    .slice(0, most)
    .map(({ key }) => key);
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of one) if (other.has(pair)) common += 1;
  return (2 * common) / (one.size + other.size);
}

function pairsOf(key: string): ReadonlySet<string> {
  const text = ` ${key.slice(0, mostCompared).toLowerCase()} `;
  const pairs = new Set<string>();
  for (let at = 0; at + 2 <= text.length; at += 1) pairs.add(text.slice(at, at + 2));
  return pairs;
}
