import { expect, it } from 'vitest';
import { findLineBlock } from './find-line-block.ts';
import { indexLines } from './index-lines.ts';

it.each([
  ['one line', 'a\nb\na\n', ['a\n'], [0, 2]],
  ['overlapping runs', 'a\na\na\n', ['a\n', 'a\n'], [0, 1]],
  ['a run that restarts within itself', 'a\na\nb\na\na\na\nb\n', ['a\n', 'a\n', 'b\n'], [0, 4]],
  ['whole lines only', 'xa\na\nax\n', ['a\n'], [1]],
  ['a last line without newline', 'a\na', ['a'], [1]],
  ['no line', 'a\n', [], []],
  ['nothing', '', ['a\n'], []],
  ['at most three', 'a\n'.repeat(9), ['a\n'], [0, 1, 2]],
])('finds %s', (_name, text, block, positions) => {
  expect(findLineBlock(indexLines(Buffer.from(text)), block, 3)).toEqual(positions);
});
