import { describe, expect, it } from 'vitest';
import { lineAt, lineRange } from './line-range.ts';

describe('lineRange', () => {
  it.each([
    ['the whole text', 'a\nb\n', 1, undefined, 'a\nb\n', 2],
    ['from a line on', 'a\nb\nc\n', 2, undefined, 'b\nc\n', 3],
    ['a number of lines', 'a\nb\nc\nd\n', 2, 2, 'b\nc\n', 4],
    ['more lines than there are', 'a\nb\n', 2, 9, 'b\n', 2],
    ['no lines', 'a\nb\n', 1, 0, '', 2],
    ['no lines from the middle', 'a\nb\n', 2, 0, '', 2],
    ['a last line without newline', 'a\nb', 2, 1, 'b', 2],
    ['the only line without newline', 'a', 1, 1, 'a', 1],
    ['an empty line', 'a\n\nb\n', 2, 1, '\n', 3],
    ['a line that is one newline', '\n', 1, undefined, '\n', 1],
    ['an empty text', '', 1, undefined, '', 0],
    ['nothing past the end', 'a\nb\n', 3, undefined, '', 2],
    ['nothing far past the end', 'a', 1_000_000_000, 5, '', 1],
    ['lines with their carriage returns', 'a\r\nb\r\n', 1, 1, 'a\r\n', 2],
    [
      'U+2028, form feeds and lone returns as text',
      'a\u2028b\fc\rd\ne',
      1,
      1,
      'a\u2028b\fc\rd\n',
      2,
    ],
  ])('gives %s', (_name, text, first, count, wanted, totalLines) => {
    expect(lineRange(text, first, count)).toEqual({ text: wanted, totalLines });
  });
});

describe('lineAt', () => {
  it.each([
    ['a\nb\nc', 0, 1],
    ['a\nb\nc', 1, 1],
    ['a\nb\nc', 2, 2],
    ['a\nb\nc', 4, 3],
    ['a\nb\nc', 5, 3],
    ['\n\n\n', 2, 3],
    ['', 0, 1],
    ['no newline', 5, 1],
  ])('of %j at %i is %i', (text, index, line) => {
    expect(lineAt(text, index)).toBe(line);
  });
});
