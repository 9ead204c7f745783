import { describe, expect, it } from 'vitest';
import { countCharacters, cutText } from './cut-text.ts';

describe('cutText', () => {
  it.each([
    ['keeps a text of the limit whole', 'abc', 3, 'abc', 3, false],
    ['cuts one character over the limit', 'abcd', 3, 'abc', 4, true],
    ['keeps an empty text', '', 0, '', 0, false],
    ['cuts to nothing at limit 0', 'a', 0, '', 1, true],
    ['counts characters, not code units', '🙂🙂🙂', 3, '🙂🙂🙂', 3, false],
    ['never cuts inside a character', 'a🙂b', 2, 'a🙂', 3, true],
    ['counts half a character as one', '\ud83da', 1, '\ud83d', 2, true],
    ['keeps line ends as they are', 'a\r\nb', 3, 'a\r\n', 4, true],
  ])('%s', (_name, text, most, cut, totalCharacters, isCut) => {
    expect(cutText(text, most)).toEqual({ text: cut, totalCharacters, isCut });
  });
});

describe('countCharacters', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['größe', 5],
    ['🙂', 1],
    ['a🙂b🙂', 4],
    ['\ud83d', 1],
    ['\ude42', 1],
    ['\ude42\ud83d', 2],
    ['\ud83d🙂', 2],
    ['👨‍👩‍👧', 5],
  ])('of %j is %i', (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });
});
