import { expect, it } from 'vitest';
import { isSkillName } from './skill-name.ts';

it.each(['a', '1', 'a-b', 'a1-b2-c3', 'a'.repeat(64)])('takes %s', name => {
  expect(isSkillName(name)).toBe(true);
});

it.each([
  '',
  '-',
  '-a',
  'a-',
  'a--b',
  'A',
  'a b',
  'a_b',
  'é',
  'a\n',
  '../a',
  'a/b',
  '.',
  'a'.repeat(65),
])('refuses %j', name => {
  expect(isSkillName(name)).toBe(false);
});
