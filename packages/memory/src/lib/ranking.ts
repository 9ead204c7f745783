import type { Entry } from './entry-text.ts';
import type { StoredEntry } from './entry-cache.ts';
import { findText } from './find-text.ts';

/**
 * BM25 after Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond"
 * (2009), with its usual constants: how soon more occurrences of a word stop to count, and how much
 * the length of an entry counts.
 */
const k1 = 1.2;
const b = 0.75;
/** An occurrence in the key counts as this many in the value, one inside a word as half of one. */
const keyWeight = 3;
const partWeight = 0.5;
/** Beyond these, more words of the query and more occurrences of them change nothing. */
const mostTerms = 16;
const mostOccurrences = 1000;
/** A new entry gains this share of the best score, and half of it after that many days. */
const recencyWeight = 0.25;
const halfLifeMs = 30 * 86_400_000;
/** A key that is the query is what was asked for; one that holds it whole is close to it. */
const sameKeyBonus = 2;
const wordInKeyBonus = 0.3;

interface Found {
  readonly entry: StoredEntry;
  readonly counts: readonly number[];
}

/**
 * A search that is shown the entries one by one: those whose key or value holds the query, in any
 * letter case, are found; BM25 over the query's words, with lengths in characters, plus a bonus of
 * `recencyWeight * 0.5 ** (age / 30 days)` of the best score orders them.
 */
export class Ranking {
  readonly #query: string;
  readonly #terms: readonly string[];
  readonly #holders: number[];
  readonly #found: Found[] = [];
  #entries = 0;
  #characters = 0;

  constructor(query: string) {
    this.#query = query.toLowerCase();
    this.#terms = termsOf(this.#query);
    this.#holders = this.#terms.map(() => 0);
  }

  /** Takes in the next entry. */
  see(entry: StoredEntry): void {
    const { foldedKey, foldedValue } = entry;
    this.#entries += 1;
    this.#characters += lengthOf(entry);
    for (const [index, term] of this.#terms.entries())
      if (holds(entry, term)) this.#holders[index] = (this.#holders[index] ?? 0) + 1;
    if (!holds(entry, this.#query)) return;
    const counts = this.#terms.map(
      term => keyWeight * occurrences(foldedKey, term) + occurrences(foldedValue, term),
    );
    this.#found.push({ entry, counts });
  }

  /** The entries found, best first; equal ones by key. */
  results(nowMs: number): Entry[] {
    const scores = this.#found.map(found => this.#score(found));
    const best = scores.reduce((most, score) => Math.max(most, score), 0) || 1;
    return this.#found
      .map(({ entry }, index) => {
        const age = Math.max(0, nowMs - entry.changedMs);
        const recency = recencyWeight * 0.5 ** (age / halfLifeMs);
        const named = keyBonus(entry.foldedKey, this.#query);
        return { entry, score: (scores[index] ?? 0) / best + recency + named };
      })
      .sort((one, other) => other.score - one.score || byKey(one.entry, other.entry))
      .map(({ entry: { key, value } }) => ({ key, value }));
  }

  #score({ entry, counts }: Found): number {
    const length = 1 - b + (b * lengthOf(entry) * this.#entries) / (this.#characters || 1);
    return counts.reduce((sum, count, index) => {
      const holders = this.#holders[index] ?? 0;
      const rarity = Math.log(1 + (this.#entries - holders + 0.5) / (holders + 0.5));
      return sum + (rarity * count * (k1 + 1)) / (count + k1 * length);
    }, 0);
  }
}

function keyBonus(foldedKey: string, query: string): number {
  if (query === '') return 0;
  if (foldedKey === query) return sameKeyBonus;
  return Number.isInteger(occurrences(foldedKey, query)) && foldedKey.includes(query)
    ? wordInKeyBonus
    : 0;
}

const holds = ({ foldedKey, foldedValue }: StoredEntry, text: string) =>
  findText(foldedKey, text) !== -1 || findText(foldedValue, text) !== -1;

const lengthOf = ({ key, value }: Entry) => key.length + value.length;

const byKey = (one: Entry, other: Entry) =>
  one.key < other.key ? -1 : Number(one.key > other.key);

/** The words of a query; one without any, such as `::`, is a word itself. */
function termsOf(query: string): readonly string[] {
  if (query === '') return [];
  const words = query.split(/[^\p{L}\p{M}\p{N}]+/u).filter(word => word !== '');
  return words.length === 0 ? [query] : [...new Set(words)].slice(0, mostTerms);
}

function occurrences(text: string, term: string): number {
  let count = 0;
  let at = findText(text, term);
  for (let steps = 0; at !== -1 && steps < mostOccurrences; steps += 1) {
    const end = at + term.length;
    const isWord = !isLetter(text.charAt(at - 1)) && !isLetter(text.charAt(end));
    count += isWord ? 1 : partWeight;
    at = findText(text, term, end);
  }
  return count;
}

const isLetter = (character: string) => /[\p{L}\p{M}\p{N}]/u.test(character);
