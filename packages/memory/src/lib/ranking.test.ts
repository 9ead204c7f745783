import { describe, expect, it } from 'vitest';
import type { StoredEntry } from './entry-cache.ts';
import { Ranking } from './ranking.ts';

const now = Date.UTC(2026, 0, 31);
const day = 86_400_000;

const entry = (key: string, value: string, ageDays = 0): StoredEntry => ({
  file: `${key}.json`,
  key,
  value,
  foldedKey: key.toLowerCase(),
  foldedValue: value.toLowerCase(),
  changedMs: now - ageDays * day,
});

function search(query: string, ...entries: readonly StoredEntry[]): readonly string[] {
  const ranking = new Ranking(query);
  for (const one of entries) ranking.see(one);
  return ranking.results(now).map(({ key }) => key);
}

describe('Ranking finds', () => {
  it.each([
    ['a part of a key', 'ac', 'acme', 'x'],
    ['a part of a value', 'voic', 'a', 'invoices'],
    ['any letter case', 'ÄRGER', 'a', 'Viel Ärger'],
    ['a query of no words', '::', 'a::b', 'x'],
    ['a query across words', 'one, t', 'a', 'one, two'],
    ['everything by an empty query', '', 'a', 'x'],
  ])('%s', (_case, query, key, value) => {
    expect(search(query, entry(key, value))).toEqual([key]);
  });

  it.each([
    ['words in another order', 'two one', 'a', 'one two'],
    ['a text that starts in the key and ends in the value', 'ab', 'a', 'b'],
    ['a pattern', 'a.c', 'x', 'abc'],
  ])('nothing for %s', (_case, query, key, value) => {
    expect(search(query, entry(key, value))).toEqual([]);
  });
});

describe('Ranking puts first', () => {
  it('the key that is the query, then keys that hold it as a word', () => {
    const often = entry('wifi:history', 'wifi was changed, wifi wifi wifi wifi');
    const other = entry('notes', 'wifi '.repeat(20));
    expect(search('wifi', other, often, entry('Wifi', 'x', 300))).toEqual([
      'Wifi',
      'wifi:history',
      'notes',
    ]);
  });

  const filler = ' and other words that tell of nothing in particular'.repeat(3);

  it('what holds the word more often', () => {
    expect(search('acme', entry('a', 'acme b c d'), entry('b', 'acme acme c d'))).toEqual([
      'b',
      'a',
    ]);
  });

  it('a short memory before a long one', () => {
    expect(search('acme', entry('a', `acme${filler}`), entry('b', 'acme'))).toEqual(['b', 'a']);
  });

  it('the word in the key before the word in the value', () => {
    expect(search('acme', entry('a', 'acme b'), entry('acme', 'bcd'))).toEqual(['acme', 'a']);
  });

  it('a whole word before a part of one', () => {
    expect(search('art', entry('a', 'heart b'), entry('b', 'art bcde'))).toEqual(['b', 'a']);
  });

  it('the newer of two that match alike', () => {
    expect(search('acme', entry('a', 'acme', 90), entry('b', 'acme', 1))).toEqual(['b', 'a']);
  });

  it('the newest when the query is empty', () => {
    expect(search('', entry('a', 'x', 2), entry('b', 'x', 1), entry('c', 'x', 3))).toEqual([
      'b',
      'a',
      'c',
    ]);
  });

  it('the better match, however old', () => {
    const better = entry('acme', 'acme acme acme', 3650);
    expect(search('acme', entry('a', `acme${filler}`), better)).toEqual(['acme', 'a']);
  });

  it('the lower key when all else is equal', () => {
    expect(search('x', entry('b', 'x'), entry('a', 'x'))).toEqual(['a', 'b']);
  });
});

it('gives keys and values alone', () => {
  const ranking = new Ranking('A');
  ranking.see(entry('Key A', 'Value'));
  expect(ranking.results(now)).toEqual([{ key: 'Key A', value: 'Value' }]);
});
