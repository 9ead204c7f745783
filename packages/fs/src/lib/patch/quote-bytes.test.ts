import { expect, it } from 'vitest';
import { quoteBytes } from './quote-bytes.ts';

const bytes = (text: string) => Buffer.from(text).toString('latin1');

it.each([
  ['text', bytes('größe 🙂'), 0, '"größe 🙂"'],
  ['quotes and controls', bytes('"\\\t\r\u001b'), 0, '"\\"\\\\\\t\\r\\u001b"'],
  ['invisible characters', bytes('\ufeffa\u00a0b\u200b'), 0, '"\\ufeffa\\u00a0b\\u200b"'],
  ['undecodable bytes', 'a\xff\xc3(\x80', 0, '"a\\xff\\xc3(\\x80"'],
  ['a real replacement character', bytes('\ufffd'), 0, '"\ufffd"'],
  ['an encoded surrogate', '\xed\xa0\xbd', 0, '"\\xed\\xa0\\xbd"'],
  ['120 characters', bytes('ä'.repeat(120)), 0, `"${'ä'.repeat(120)}"`],
  ['the first 120 of 121', bytes('ä'.repeat(121)), 0, `"${'ä'.repeat(120)}…"`],
  ['the part around a byte', bytes(`${'ä'.repeat(100)}b`), 200, `"…${'ä'.repeat(20)}b"`],
  ['whole characters at the start', bytes(`a${'ä'.repeat(100)}`), 200, `"…${'ä'.repeat(21)}"`],
])('quotes %s', (_name, text, focus, quoted) => {
  expect(quoteBytes(text, focus)).toBe(quoted);
});
