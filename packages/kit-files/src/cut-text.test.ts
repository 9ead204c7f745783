import { describe, expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

describe('cutText', () => {
  it.each([
    ['keeps a text of the limit whole', 'abc', 3, 'abc', false],
    ['cuts one character over the limit', 'abcd', 3, 'abc', true],
    ['keeps an empty text', '', 0, '', false],
    ['cuts to nothing at limit 0', 'a', 0, '', true],
    ['counts characters, not code units', '🙂🙂🙂', 3, '🙂🙂🙂', false],
    ['never cuts inside a character', 'a🙂b', 2, 'a🙂', true],
    ['counts half a character as one', '\ud83da', 1, '\ud83d', true],
    ['keeps line ends as they are', 'a\r\nb', 3, 'a\r\n', true],
  ])('%s', (_name, text, most, cut, isCut) => {
    expect(cutText(text, most)).toEqual({ text: cut, isCut });
  });
});
