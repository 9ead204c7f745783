import { expect, it } from 'vitest';
import { CappedText } from './capped-text.ts';

const capped = (most: number, ...chunks: readonly (string | readonly number[])[]) => {
  const text = new CappedText(most);
  for (const chunk of chunks) text.add(Buffer.from(chunk as string));
  return text;
};

it.each([
  ['no output', 4, [''], ''],
  ['as many characters as allowed', 4, ['abcd'], 'abcd'],
  ['one more: the middle goes', 4, ['abcde'], 'ab\n[... 1 characters left out ...]\nde'],
  [
    'an odd limit: the head is the longer one',
    5,
    ['abcdefg'],
    'abc\n[... 2 characters left out ...]\nfg',
  ],
  ['a limit of one', 1, ['abc'], 'a\n[... 2 characters left out ...]\n'],
  ['many chunks', 4, [...'abcdefghij'], 'ab\n[... 6 characters left out ...]\nij'],
  ['characters of two code units', 2, ['🙂🙃😀'], '🙂\n[... 1 characters left out ...]\n😀'],
] as const)('keeps head and tail: %s', (_what, most, chunks, kept) => {
  expect(capped(most, ...chunks).finish()).toBe(kept);
});

it('puts together a character that comes in two chunks', () => {
  const [first, ...rest] = Buffer.from('é');
  expect(capped(4, [first ?? 0], rest).finish()).toBe('é');
});

it('shows what is no UTF-8, or a character that never ends, as U+FFFD', () => {
  expect(capped(9, [0x61, 0xff, 0x62, 0xc3]).finish()).toBe('a\uFFFDb\uFFFD');
});

it('does not hold what it leaves out', () => {
  const text = new CappedText(1000);
  const chunk = Buffer.alloc(65_536, 'x');
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < 2000; count += 1) text.add(chunk);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000);
  expect(text.finish()).toHaveLength(
    1000 + `\n[... ${2000 * 65_536 - 1000} characters left out ...]\n`.length,
  );
});

it.each([
  ['a\nb\n', 'b'],
  ['a\nb', 'b'],
  ['10 %\r20 %\r', '20 %'],
  ['a\n \n\n', 'a'],
  ['', ''],
  [`${'x'.repeat(300)}\n`, 'x'.repeat(200)],
])('tells the last line of %j', (output, line) => {
  expect(capped(1000, output).lastLine).toBe(line);
});
