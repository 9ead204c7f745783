import { expect, it } from 'vitest';
import { keepInName } from './keep-in-name.ts';

it.each([
  ['a*', 'a*'],
  ['[a]', '[a]'],
  ['[a!]', '[a!]'],
  ['[]!]', '[]!]'],
  ['\\[!a]', '\\[!a]'],
  ['a[!b]', '**/a[!b/]'],
  ['a[^b]/', '**/a[!b/]/'],
  ['a/[!b]', 'a/[!b/]'],
  ['[!]a]', '**/[!]a/]'],
  ['[!a-]', '**/[!a/-]'],
  ['[!-]', '**/[!-/]'],
  ['[!a][[!b]', '**/[!a/][[!b]'],
])('makes %s to %s', (glob, kept) => {
  expect(keepInName(glob)).toBe(kept);
});
