import { describe, expect, it } from 'vitest';
import { insertText } from './insert-text.ts';

describe('insertText', () => {
  it.each([
    ['at the top', 'a\nb\n', 0, 'x', 'x\na\nb\n', 1, 1],
    ['between lines', 'a\nb\n', 1, 'x', 'a\nx\nb\n', 2, 2],
    ['at the end', 'a\nb\n', 2, 'x', 'a\nb\nx\n', 3, 3],
    ['at the end of an unended text', 'a\nb', 2, 'x', 'a\nb\nx', 3, 3],
    ['an ended line at the end of an unended text', 'a', 1, 'x\n', 'a\nx\n', 2, 2],
    ['above an unended line', 'a', 0, 'x', 'x\na', 1, 1],
    ['a line that has its break', 'a\nb\n', 1, 'x\n', 'a\nx\nb\n', 2, 2],
    ['several lines', 'a\nb\n', 1, 'x\ny', 'a\nx\ny\nb\n', 2, 3],
    ['an empty line', 'a\nb\n', 1, '', 'a\n\nb\n', 2, 2],
    ['an empty line at the end', 'a', 1, '', 'a\n\n', 2, 2],
    ['into an empty text', '', 0, 'x', 'x', 1, 1],
    ['an empty line into an empty text', '', 0, '', '\n', 1, 1],
    ['with the breaks of a CRLF text', 'a\r\nb\r\n', 1, 'x\ny', 'a\r\nx\r\ny\r\nb\r\n', 2, 3],
    ['after an unended line of a CRLF text', 'a\r\nb', 2, 'x', 'a\r\nb\r\nx', 3, 3],
    ['with the breaks of most lines', 'a\r\nb\nc\n', 1, 'x', 'a\r\nx\nb\nc\n', 2, 2],
  ])('inserts %s', (_case, text, after, inserted, result, first, last) => {
    expect(insertText(text, after, inserted, '/a')).toEqual({ text: result, first, last });
  });

  it.each([
    ['a\nb\n', -1, 'insert_line is -1, and /a has 2 lines: give a number in [0, 2]'],
    ['a\nb\n', 3, 'insert_line is 3, and /a has 2 lines: give a number in [0, 2]'],
    ['', 1, 'insert_line is 1, and /a has 0 lines: give a number in [0, 0]'],
  ])('refuses a line outside of %j: %i', (text, after, message) => {
    expect(() => insertText(text, after, 'x', '/a')).toThrow(
      expect.objectContaining({ name: 'ToolError', message }),
    );
  });
});
