import { expect, it } from 'vitest';
import { countBreaks, textLines, toCrlf } from './text-lines.ts';

it.each([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\n\n', ['a', '']],
  ['\n', ['']],
  ['a\r\nb\nc\rd', ['a', 'b', 'c\rd']],
])('splits %j', (text, lines) => {
  expect(textLines(text)).toEqual(lines);
});

it('counts line breaks by kind', () => {
  expect(countBreaks('a\r\nb\n\nc\r')).toEqual({ crlf: 1, lf: 2 });
});

it('writes every line break as CRLF once', () => {
  expect(toCrlf('a\nb\r\nc\rd\n')).toBe('a\r\nb\r\nc\rd\r\n');
});
