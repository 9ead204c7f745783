import { expect, it } from 'vitest';
import { withoutOuterNewlines } from './without-outer-newlines.ts';

it.each([
  ['a', 'a'],
  ['\n\na\n', 'a'],
  ['a\n\n\nb', 'a\n\n\nb'],
  ['\n a\n\nb \n\n', ' a\n\nb '],
  ['\n\n\n', ''],
  ['\r\na\r\n', '\r\na\r'],
  ['', ''],
])('makes of %j %j', (text, wanted) => {
  expect(withoutOuterNewlines(text)).toBe(wanted);
});
