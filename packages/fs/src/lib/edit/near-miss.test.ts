import { describe, expect, it } from 'vitest';
import { nearMiss } from './near-miss.ts';

describe('nearMiss', () => {
  it.each([
    [
      'indentation',
      'a\n    b\nc',
      'a\n  b\nc',
      'line 2 differs only in white space: it is "    b", old_string has "  b"',
    ],
    [
      'a tab for spaces',
      'if x:\n\treturn',
      'if x:\n    return',
      'line 2 differs only in white space: it is "\\treturn", old_string has "    return"',
    ],
    [
      'a space at the end',
      'a \nb',
      'a\nb',
      'line 1 differs only in white space: it is "a ", old_string has "a"',
    ],
    [
      'white space inside a line',
      'a  =  b',
      'a = b',
      'line 1 differs only in white space: it is "a  =  b", old_string has "a = b"',
    ],
    [
      'one word',
      'x\nfirst\nsecond\nthird\ny',
      'first\nzweite\nthird',
      'nearest is line 3: it is "second", old_string has "zweite"',
    ],
    ['the first of two lines', 'a\nb', 'x\nb', 'nearest is line 1: it is "a", old_string has "x"'],
    [
      'a line after the end of the file',
      'a\nb',
      'b\nc',
      'nearest is line 3: it is "", old_string has "c"',
    ],
    [
      'line breaks around it',
      'a\n  b',
      '\n\nb\n',
      'line 2 differs only in white space: it is "  b", old_string has "b"',
    ],
    [
      'the place where most lines agree',
      'a\nx\nz\na\nb\nz',
      'a\nb\nc',
      'nearest is line 6: it is "z", old_string has "c"',
    ],
  ])('tells of %s', (_name, text, wanted, hint) => {
    expect(nearMiss(text, wanted)).toBe(hint);
  });

  it.each([
    ['a name that goes on', 'a\nfunction getUsers() {\n', 'function getUser() {'],
    ['another letter case', 'a\nConst total = 1;\n', 'const total = 1;'],
    ['curly quotes', 'a\nsay(“hello there”);\n', 'say("hello there");'],
    ['a decomposed letter', 'a\nthe cafe\u0301 is open\n', 'the café is open'],
  ])('tells of a line with %s', (_name, text, wanted) => {
    const [, found] = text.split('\n');
    expect(nearMiss(text, wanted)).toBe(
      `nearest is line 2: it is ${JSON.stringify(found)}, old_string has ${JSON.stringify(wanted)}`,
    );
  });

  it('shows by its code a space that looks like a plain one', () => {
    expect(nearMiss('total:\u00a05', 'total: 5')).toBe(
      'line 1 differs only in white space: it is "total:\\u00a05", old_string has "total: 5"',
    );
  });

  it('shortens long lines', () => {
    const long = 'x'.repeat(200);
    expect(nearMiss(`${long}\nb`, `${long} \nb`)).toBe(
      `line 1 differs only in white space: it is "${'x'.repeat(120)}...", ` +
        `old_string has "${'x'.repeat(120)}..."`,
    );
  });

  it.each([
    ['no line is like it', 'a\nb\nc', 'd\ne'],
    ['less than half of the lines are', 'a\nb\nc', 'a\nx\ny'],
    ['only empty lines are', 'a\n\n\nb', 'x\n\ny'],
    ['the file is empty', '', 'a'],
    ['it stands there as it is', 'a\nb', 'a\nb'],
  ])('tells nothing when %s', (_name, text, wanted) => {
    expect(nearMiss(text, wanted)).toBeUndefined();
  });

  it('takes 200,000 lines against 2,000 within five seconds', () => {
    const text = 'a\nb\n'.repeat(100_000);
    const wanted = `${'a\nb\n'.repeat(1000)}c`;
    const start = performance.now();
    expect(nearMiss(text, wanted)).toMatch(/^nearest is line 2001: it is "a", old_string has "c"$/);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
