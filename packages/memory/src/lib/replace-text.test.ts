import { describe, expect, it } from 'vitest';
import { replaceText } from './replace-text.ts';

describe('replaceText', () => {
  it.each([
    ['a word', 'one\ntwo\n', 'two', '2', { text: 'one\n2\n', line: 2 }],
    [
      'patterns of replacements as they are',
      'a$&b',
      '$&',
      "$1$`$'$$",
      { text: "a$1$`$'$$b", line: 1 },
    ],
    ['nothing in its place', 'a\nb\nc', 'b\n', '', { text: 'a\nc', line: 2 }],
    ['the whole text', 'ab', 'ab', '', { text: '', line: 1 }],
    ['LF by CRLF in a CRLF file', 'a\r\nb\r\n', 'a\nb', 'x\ny', { text: 'x\r\ny\r\n', line: 1 }],
    ['CRLF as it is in a CRLF file', 'a\r\nb', 'a\r\nb', 'x\r\ny', { text: 'x\r\ny', line: 1 }],
    [
      'only LF as it is in a mixed file',
      'a\r\nb\nc',
      'b\nc',
      'x\ny',
      { text: 'a\r\nx\ny', line: 2 },
    ],
    ['what follows a byte-order mark', '\uFEFFa', 'a', 'b', { text: '\uFEFFb', line: 1 }],
  ])('replaces %s', (_case, text, oldText, newText, result) => {
    expect(replaceText(text, oldText, newText, '/a')).toEqual(result);
  });

  it.each([
    [
      'an empty text',
      'a',
      '',
      'b',
      'old_str is empty: give the text to replace, or use memory_insert',
    ],
    ['equal texts', 'a', 'a', 'a', 'old_str and new_str are the same text: nothing would change'],
    [
      'a text that is not there',
      'abc',
      'x',
      'y',
      'old_str does not occur in /a: copy the text exactly as memory_view shows it, without the ' +
        'line numbers',
    ],
    [
      'a text that occurs twice',
      'x\na\nb\na\n',
      'a',
      'y',
      'old_str occurs 2 times in /a, at lines 2, 4: add text around it until it is unique',
    ],
    [
      'a text that occurs often',
      'a\n'.repeat(21),
      'a',
      'y',
      'old_str occurs 21 times in /a, at lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, ' +
        '15, 16, 17, 18, 19, 20, ...: add text around it until it is unique',
    ],
    [
      'a text that repeats itself, counted side by side',
      'aaaa',
      'aa',
      'y',
      'old_str occurs 2 times in /a, at lines 1, 1: add text around it until it is unique',
    ],
  ])('refuses %s', (_case, text, oldText, newText, message) => {
    expect(() => replaceText(text, oldText, newText, '/a')).toThrow(
      expect.objectContaining({ name: 'ToolError', message }),
    );
  });

  it('counts no further than a thousand', () => {
    expect(() => replaceText('a'.repeat(5000), 'a', 'b', '/a')).toThrow(
      'old_str occurs more than 1000 times in /a',
    );
  });

  it('takes an occurrence that overlaps itself as one', () => {
    expect(replaceText('aaa', 'aa', 'b', '/a').text).toBe('ba');
  });
});
