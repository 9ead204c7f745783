import { expect, it } from 'vitest';
import { TooMuchText, valueText } from './value-text.ts';

const textOf = (value: unknown, left = 1000) => valueText(value, { left });

it.each([
  ['a "b"', 'a "b"'],
  [null, ''],
  [undefined, ''],
  [['a', ['b']], '["a",["b"]]'],
  [{ a: 'b', c: null }, '{"a":"b","c":null}'],
  [[], '[]'],
  [{}, '{}'],
])('writes %j as %j', (value, text) => {
  expect(textOf(value)).toBe(text);
});

it('refuses more text than the budget has left', () => {
  expect(textOf('x'.repeat(9), 10)).toBe('x'.repeat(9));
  expect(() => textOf('x'.repeat(10), 10)).toThrow(TooMuchText);
});

it('counts all values against one budget', () => {
  const budget = { left: 10 };
  expect(valueText('xxxx', budget)).toBe('xxxx');
  expect(budget.left).toBe(5);
});

it('refuses a value that holds itself', () => {
  const list: unknown[] = [];
  list.push(list);
  expect(() => textOf(list, 1_000_000)).toThrow(TooMuchText);
});
