import { describe, expect, it } from 'vitest';
import { countNewlines, lastLines, lineRange } from './line-range.ts';

describe('lineRange', () => {
  it.each([
    ['the whole text', 'a\nb\n', 1, undefined, 'a\nb\n'],
    ['from a line on', 'a\nb\nc\n', 2, undefined, 'b\nc\n'],
    ['a number of lines', 'a\nb\nc\nd\n', 2, 2, 'b\nc\n'],
    ['more lines than there are', 'a\nb\n', 2, 9, 'b\n'],
    ['a last line without newline', 'a\nb', 2, 1, 'b'],
    ['the only line without newline', 'a', 1, 1, 'a'],
    ['an empty line', 'a\n\nb\n', 2, 1, '\n'],
    ['a line that is one newline', '\n', 1, undefined, '\n'],
    ['an empty text', '', 1, undefined, ''],
    ['an empty text for a number of lines', '', 1, 3, ''],
    ['lines with their carriage returns', 'a\r\nb\r\n', 1, 1, 'a\r\n'],
    ['U+2028, form feeds and lone returns as text', 'a\u2028b\fc\rd\ne', 1, 1, 'a\u2028b\fc\rd\n'],
  ])('gives %s', (_name, text, first, count, wanted) => {
    const bytes = Buffer.from(text);
    const { start, end } = lineRange(bytes, first, count) ?? {};
    expect(bytes.toString('utf8', start, end)).toBe(wanted);
  });

  it.each([
    ['past the end', 'a\nb\n', 3],
    ['past a last line without newline', 'a\nb', 3],
    ['far past the end', 'a', 1_000_000_000],
    ['at line 2 of an empty text', '', 2],
  ])('gives nothing %s', (_name, text, first) => {
    expect(lineRange(Buffer.from(text), first)).toBeUndefined();
  });
});

describe('lastLines', () => {
  it.each([
    ['a\nb\nc\n', 1, 'c\n'],
    ['a\nb\nc\n', 2, 'b\nc\n'],
    ['a\nb\nc', 1, 'c'],
    ['a\nb\nc', 2, 'b\nc'],
    ['a\nb\nc', 3, 'a\nb\nc'],
    ['a\nb\nc', 99, 'a\nb\nc'],
    ['\n\n\n', 2, '\n\n'],
    ['a\n\n', 1, '\n'],
    ['\n', 1, '\n'],
    ['a', 1, 'a'],
    ['', 1, ''],
  ])('of %j, %i, are %j', (text, count, wanted) => {
    const bytes = Buffer.from(text);
    const { start, end } = lastLines(bytes, count);
    expect(bytes.toString('utf8', start, end)).toBe(wanted);
  });
});

describe('countNewlines', () => {
  it.each([
    ['a\nb\nc', 0, 5, 2],
    ['a\nb\nc', 0, 1, 0],
    ['a\nb\nc', 0, 2, 1],
    ['a\nb\nc', 2, 5, 1],
    ['\n\n\n', 1, 2, 1],
    ['', 0, 0, 0],
  ])('of %j from %i to %i are %i', (text, start, end, count) => {
    expect(countNewlines(Buffer.from(text), start, end)).toBe(count);
  });
});
