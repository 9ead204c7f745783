import { expect, it } from 'vitest';
import { countCharacters } from './count-characters.ts';

it.each([
  ['', 0],
  ['aé', 2],
  ['🙂🙂', 2],
  ['\ud800', 1],
])('counts %j as %i', (text, characters) => {
  expect(countCharacters(text)).toBe(characters);
});
