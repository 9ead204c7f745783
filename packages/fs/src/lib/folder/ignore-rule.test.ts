import { describe, expect, it } from 'vitest';
import { IgnoreRule } from './ignore-rule.ts';

describe('IgnoreRule', () => {
  it.each([
    ['a', 'a', false, true],
    ['a', 'b/a', false, true],
    ['a', 'a/b', false, false],
    ['a/', 'a', true, true],
    ['a/', 'b/a', true, true],
    ['a/', 'a', false, false],
    ['/a', 'a', false, true],
    ['/a', 'b/a', false, false],
    ['a/b', 'a/b', false, true],
    ['a/b', 'c/a/b', false, false],
    ['/a/', 'a', true, true],
    ['/a/', 'b/a', true, false],
    ['*', 'a/b', false, true],
    ['/*', 'a/b', false, false],
    ['**/a', 'b/c/a', false, true],
    ['a/**', 'a/b/c', false, true],
    ['a/**', 'a', true, false],
    ['**/', 'a/b', true, true],
    ['**/', 'a/b', false, false],
    ['/', 'a', true, false],
    ['a//', 'a', true, false],
    ['a ', 'a', false, true],
    ['a   ', 'a', false, true],
    ['a\t', 'a', false, false],
    ['a\\ ', 'a ', false, true],
    ['a\\  ', 'a ', false, true],
    ['a\\\\ ', 'a\\', false, true],
    [' a', ' a', false, true],
    ['\\#a', '#a', false, true],
    ['\\!a', '!a', false, true],
    ['a#', 'a#', false, true],
    ['{a,b}', 'a', false, false],
    ['[', '[', false, false],
    ['a\\', 'a\\', false, false],
  ])('%j about %s (folder: %s) gives %s', (line, path, isFolder, matches) => {
    const rule = IgnoreRule.parse(line);
    expect(rule?.isNegated).toBe(false);
    expect(rule?.matches(path, isFolder)).toBe(matches);
  });

  it('brings back with an exclamation mark', () => {
    const rule = IgnoreRule.parse('!/a');
    expect(rule?.isNegated).toBe(true);
    expect(rule?.matches('a', false)).toBe(true);
    expect(rule?.matches('b/a', false)).toBe(false);
  });

  it.each(['', ' ', '#', '# a', '#!a'])('is none of %j', line => {
    expect(IgnoreRule.parse(line)).toBeUndefined();
  });
});
