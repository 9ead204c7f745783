import { expect, it } from 'vitest';
import { isDeletedName, isReserved } from './reserved-name.ts';

it.each([
  [['.lock'], true],
  [['.LOCK'], true],
  [['.lock', 'a'], true],
  [['a', '.lock'], false],
  [['.std-tools-x'], true],
  [['a', 'b', '.STD-tools-x', 'c'], true],
  [['.locks'], false],
  [['std-tools-x'], false],
  [[], false],
])('tells of %j whether it is reserved: %s', (segments, expected) => {
  expect(isReserved(segments)).toBe(expected);
});

it('knows its own left-overs by their whole names', () => {
  expect(isDeletedName('.std-tools-deleted-0123456789abcdef')).toBe(true);
  expect(isDeletedName('.std-tools-deleted-0123456789abcdef.json')).toBe(false);
});
