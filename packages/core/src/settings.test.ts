import { expect, it } from 'vitest';
import type { Field } from './contract.ts';
import {
  choice,
  defineConfig,
  field,
  flag,
  list,
  optionalText,
  positiveInteger,
  settingsByArea,
} from './settings.ts';

const parsed = ({ schema }: Pick<Field, 'schema'>, value: unknown) => {
  const result = schema.safeParse(value);
  return result.success ? result.data : result.error.issues.map(issue => issue.message);
};

const notPositive = ['must be a positive integer'];

it.each([
  ['7', 7],
  ['007', 7],
  [7, 7],
  ['999999999999999', 999_999_999_999_999],
  ['0', notPositive],
  [0, notPositive],
  [-1, notPositive],
  ['-1', notPositive],
  ['+1', notPositive],
  ['1.5', notPositive],
  [1.5, notPositive],
  ['1e3', notPositive],
  [' 7', notPositive],
  ['0x10', notPositive],
  ['9'.repeat(16), notPositive],
  [Number.POSITIVE_INFINITY, notPositive],
  [true, notPositive],
])('reads %j as a positive integer or refuses it', (value, expected) => {
  expect(parsed(positiveInteger('MB'), value)).toEqual(expected);
});

const noFlag = ['must be true or false'];

it.each([
  ['true', true],
  ['false', false],
  [true, true],
  [false, false],
  ['True', noFlag],
  ['1', noFlag],
  [1, noFlag],
  ['yes', noFlag],
  [' true', noFlag],
])('reads %j as a flag or refuses it', (value, expected) => {
  expect(parsed(flag(), value)).toEqual(expected);
});

it('takes one of the words of a choice', () => {
  expect(parsed(choice('on', 'off'), 'off')).toBe('off');
});

it('refuses another word and says which there are', () => {
  expect(parsed(choice('on', 'off'), 'ON')).toEqual(['must be one of on, off']);
});

it('takes any text, or none', () => {
  expect([
    parsed(optionalText('a path'), 'x y'),
    parsed(optionalText('a path'), undefined),
  ]).toEqual(['x y', undefined]);
});

it('splits a list, trims its items and drops empty ones', () => {
  expect(parsed(list('names'), ' a, b ,,c d,')).toEqual(['a', 'b', 'c d']);
});

it('splits a list at another separator', () => {
  expect(parsed(list('folders', ':'), '/a:/b,c')).toEqual(['/a', '/b,c']);
});

it('takes a list from code as it is', () => {
  expect(parsed(list('names'), ['a', ' b'])).toEqual(['a', ' b']);
});

it.each([
  [positiveInteger('MB'), 'positive integer (MB)'],
  [flag(), '`true` or `false`'],
  [choice('on', 'off'), '`on`, `off`'],
  [optionalText('a path'), 'a path'],
  [list('names'), 'names'],
])('says in words what it accepts', (kind, words) => {
  expect(kind.accepts).toBe(words);
});

const size = field({ env: 'SIZE', ...positiveInteger('MB'), default: 1, doc: '' });
const name = field({ env: 'NAME', ...optionalText('any'), default: undefined, doc: '' });
const tables = [
  defineConfig({ area: 'One', fields: { size } }),
  defineConfig({ area: 'Two', fields: { name } }),
];

it('sorts settings given in code by the area that owns them', () => {
  expect(settingsByArea(tables, { size: 2, name: 'x' })).toEqual({
    One: { size: 2 },
    Two: { name: 'x' },
  });
});

it('leaves out settings that are undefined', () => {
  expect(settingsByArea(tables, { size: undefined, name: 'x' })).toEqual({ Two: { name: 'x' } });
});

it('refuses a setting that no table has', () => {
  expect(() => settingsByArea(tables, { siez: 2 })).toThrow(
    new TypeError('unknown setting "siez"; known: size, name'),
  );
});
