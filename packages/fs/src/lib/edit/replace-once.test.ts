import { describe, expect, it } from 'vitest';
import { replaceOnce } from './replace-once.ts';
import { findEncoding } from '../encoding/find-encoding.ts';

const utf8 = await findEncoding('utf-8');

/** Works on latin1 strings, so that every byte can be written in a test. */
async function replace(file: string, oldText: string, newText: string) {
  const { bytes, line } = await replaceOnce(Buffer.from(file, 'latin1'), oldText, newText, utf8);
  return [bytes.toString('latin1'), line] as const;
}
const latin1 = (text: string) => Buffer.from(text).toString('latin1');

describe('replaceOnce', () => {
  it.each([
    ['a word', 'a b c', 'b', 'x', 'a x c', 1],
    ['the whole file', 'a', 'a', 'b', 'b', 1],
    ['the start', 'ab', 'a', 'x', 'xb', 1],
    ['the end', 'ab', 'b', 'x', 'ax', 1],
    ['text by nothing', 'abc', 'b', '', 'ac', 1],
    ['text by longer text', 'abc', 'b', 'xyz', 'axyzc', 1],
    ['text over several lines', 'a\nb\nc\n', 'b\nc', 'x', 'a\nx\n', 2],
    ['a line break', 'a\nb', '\n', ' ', 'a b', 1],
    ['the last line', '1\n2\n3\n4', '4', 'x', '1\n2\n3\nx', 4],
    ['text outside ASCII', latin1('größe 🙂'), 'ö', 'ü', latin1('grüße 🙂'), 1],
    ['a character of four bytes', latin1('🙂🙃'), '🙃', 'x', latin1('🙂x'), 1],
    ['text with NUL', 'a\0b', '\0', '-', 'a-b', 1],
    ['text that looks like a pattern', 'a.*b', '.*', '\\d', 'a\\db', 1],
    ['two equal letters in three only once', 'aaa', 'aa', 'b', 'ba', 1],
    ['a byte order mark', latin1('\ufeffa'), '\ufeff', '', 'a', 1],
  ])('replaces %s', async (_name, file, oldText, newText, wanted, line) => {
    expect(await replace(file, oldText, newText)).toEqual([wanted, line]);
  });

  it.each(['$&', '$1', '$$', "$'", '$`', '\\1', '\\n', '%s', '${x}'])(
    'takes %s literally',
    async newText => {
      expect(await replace('a b c', 'b', newText)).toEqual([`a ${newText} c`, 1]);
    },
  );

  it.each([
    ['bytes that are no UTF-8', '\xff\xfea\x80\xc3', 'a', 'b', '\xff\xfeb\x80\xc3'],
    ['a byte order mark', latin1('\ufeffa'), 'a', 'b', latin1('\ufeffb')],
    ['a missing last newline', 'a\nb', 'a', 'x', 'x\nb'],
    ['mixed line ends', 'a\r\nb\nc\r', 'b', 'x', 'a\r\nx\nc\r'],
    ['an incomplete character just before', '\xc3a', 'a', 'b', '\xc3b'],
  ])('keeps %s', async (_name, file, oldText, newText, wanted) => {
    expect((await replace(file, oldText, newText))[0]).toBe(wanted);
  });

  describe('in a file whose lines all end in CRLF', () => {
    it.each([
      ['finds text given with LF', 'a\r\nb\r\nc\r\n', 'a\nb', 'x\ny', 'x\r\ny\r\nc\r\n'],
      ['finds text given with CRLF', 'a\r\nb\r\n', 'a\r\nb', 'x\r\ny', 'x\r\ny\r\n'],
      ['adds lines with CRLF', 'a\r\n', 'a', '1\n2\n3', '1\r\n2\r\n3\r\n'],
      ['removes a line break', 'a\r\nb\r\n', 'a\n', '', 'b\r\n'],
      ['knows it from one line', 'a\r\nb', 'b', '1\n2', 'a\r\n1\r\n2'],
    ])('%s', async (_name, file, oldText, newText, wanted) => {
      expect((await replace(file, oldText, newText))[0]).toBe(wanted);
    });

    it('refuses texts that are equal but for line ends', async () => {
      await expect(replace('a\r\nb\r\n', 'a\r\nb', 'a\nb')).rejects.toThrow(
        'old_string and new_string differ only in line ends, which are kept',
      );
    });
  });

  it.each([
    ['LF is added to an LF file', 'a\n', 'a', '1\r\n2', '1\r\n2\n'],
    ['LF is added to a mixed file', 'a\r\nb\n', 'b', '1\n2', 'a\r\n1\n2\n'],
    ['LF is added to a file without lines', 'a', 'a', '1\n2', '1\n2'],
  ])('leaves line ends as given where %s', async (_name, file, oldText, newText, wanted) => {
    expect((await replace(file, oldText, newText))[0]).toBe(wanted);
  });

  it.each([
    ['an empty old text', 'a', '', 'b', 'old_string is empty: give the exact text to replace'],
    ['equal texts', 'a', 'a', 'a', 'old_string and new_string are equal'],
    [
      'two occurrences',
      'a\nb\na\n',
      'a',
      'x',
      'old_string occurs 2 times, at lines 1, 3: add surrounding text so that it occurs once',
    ],
    [
      'occurrences on one line',
      'a a',
      'a',
      'x',
      'old_string occurs 2 times, at lines 1, 1: add surrounding text so that it occurs once',
    ],
    [
      'occurrences that touch, counted without overlap',
      'aaaaa',
      'aa',
      'x',
      'old_string occurs 2 times, at lines 1, 1: add surrounding text so that it occurs once',
    ],
    [
      'many occurrences',
      'a\n'.repeat(12),
      'a',
      'x',
      'old_string occurs 12 times, at lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ...: ' +
        'add surrounding text so that it occurs once',
    ],
    [
      'a thousand occurrences',
      'a\n'.repeat(1000),
      'a',
      'x',
      'old_string occurs 1000 times, at lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ...: ' +
        'add surrounding text so that it occurs once',
    ],
    [
      'more occurrences than are counted',
      'a\n\n'.repeat(1001),
      'a',
      'x',
      'old_string occurs more than 1000 times, ' +
        'at lines 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, ...: ' +
        'add surrounding text so that it occurs once',
    ],
    [
      'no occurrence',
      'a\nb\n',
      'x',
      'y',
      'old_string occurs 0 times. Nothing near it stands in the file: read it again',
    ],
    [
      'no occurrence in an empty file',
      '',
      'x',
      'y',
      'old_string occurs 0 times. Nothing near it stands in the file: read it again',
    ],
    [
      'no occurrence in a file too large to look for a near text',
      'line\n'.repeat(1_000_000),
      ' line',
      'y',
      'old_string occurs 0 times. Search for a line of it with search_in_files',
    ],
    [
      'a near miss',
      'a\n  b\n',
      'a\nb\n',
      'y',
      'old_string occurs 0 times. ' +
        'line 2 differs only in white space: it is "  b", old_string has "b"',
    ],
    [
      'a near miss in a CRLF file',
      'a\r\n  b\r\n',
      'a\nb\n',
      'y',
      'old_string occurs 0 times. ' +
        'line 2 differs only in white space: it is "  b", old_string has "b"',
    ],
    [
      'CRLF where the file has LF',
      'a\nb\n',
      'a\r\nb',
      'y',
      'old_string occurs 0 times. It does with other line ends: give \\r\\n or \\n as the file has',
    ],
    [
      'LF where a mixed file has CRLF',
      'a\r\nb\nc\n',
      'a\nb',
      'y',
      'old_string occurs 0 times. It does with other line ends: give \\r\\n or \\n as the file has',
    ],
    [
      'a newline that the file lacks at its end',
      'a\nb',
      'b\n',
      'y',
      'old_string occurs 0 times. ' +
        'It does without the line breaks at its start or end: leave them out',
    ],
    [
      'nothing but newlines that the file lacks',
      'a\nb',
      '\n\n\n',
      'y',
      'old_string occurs 0 times. Nothing near it stands in the file: read it again',
    ],
    [
      'the character that stands for undecodable bytes',
      'a\xffb',
      'a\ufffdb',
      'y',
      'old_string occurs 0 times. ' +
        'U+FFFD in it stands for bytes that are not UTF-8: leave them out',
    ],
    [
      'half a character in the old text',
      'a',
      'a\ud83d',
      'y',
      'line 1 of old_string holds half a character (the lone surrogate U+D83D), ' +
        'which not even utf-8 can write. Write the whole character.',
    ],
    [
      'half a character in the new text',
      'a',
      'a',
      'b\n\ude42',
      'line 2 of new_string holds half a character (the lone surrogate U+DE42), ' +
        'which not even utf-8 can write. Write the whole character.',
    ],
  ])('refuses %s', async (_name, file, oldText, newText, message) => {
    await expect(replace(file, oldText, newText)).rejects.toThrow(
      expect.objectContaining({ name: 'ToolError', message }),
    );
  });

  it('finds a real replacement character', async () => {
    expect(await replace(latin1('a\ufffdb'), '\ufffd', 'x')).toEqual(['axb', 1]);
  });

  it('leaves the original buffer alone', async () => {
    const file = Buffer.from('a');
    await replaceOnce(file, 'a', 'b', utf8);
    expect(file.toString()).toBe('a');
  });
});
