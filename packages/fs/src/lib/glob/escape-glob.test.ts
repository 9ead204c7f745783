import { describe, expect, it } from 'vitest';
import { escapeGlob } from './escape-glob.ts';

describe('escapeGlob', () => {
  it.each([
    ['*.py', '*.py'],
    ['a/b', 'a/b'],
    ['././a', 'a'],
    ['a//b/./c', 'a/b/c'],
    ['a/', 'a/'],
    ['a//', 'a/'],
    ['{a,b}', '\\{a,b\\}'],
    ['\\*', '\\\\*'],
    ['!a', '\\!a'],
    ['#a', '\\#a'],
    ['a!', 'a!'],
    ['[a', '\\[a'],
    ['[', '\\['],
    ['[]', '\\[]'],
    ['[!]', '\\[!]'],
    ['[]]', '[]]'],
    ['[a][b', '[a]\\[b'],
    ['[a/b]', '\\[a/b]'],
    ['[\\{[]', '[\\\\{[]'],
    ['[a-z]', '[a-z]'],
    ['[a-]', '[a-]'],
    ['***/a', '**/a'],
    ['a ', 'a[ ]'],
    ['a\t', 'a[\t]'],
    ['a /', 'a /'],
  ])('makes %j to %j', (glob, escaped) => {
    expect(escapeGlob(glob, 'exclude')).toBe(escaped);
  });

  it.each([
    ['', 'exclude "" is no glob: give one, such as "*.py"'],
    ['./', 'exclude "./" is no glob: give one, such as "*.py"'],
    ['a\0', 'exclude "a\\u0000" is no glob: give one, such as "*.py"'],
    ['\ud83d', 'exclude "\ufffd" is no glob: give one, such as "*.py"'],
    ['/a', 'exclude "/a" starts with a slash: give a glob relative to path, such as "*.py"'],
    [
      'x/[az-b]',
      'exclude "x/[az-b]" has the range z-b that holds nothing: put its lower end first',
    ],
    ['a'.repeat(1001), `exclude "${'a'.repeat(50)}…" has 1001 characters, over the limit of 1000`],
  ])('refuses %.20j', (glob, message) => {
    expect(() => escapeGlob(glob, 'exclude')).toThrow(
      expect.objectContaining({ name: 'ToolError', message }),
    );
  });

  it('takes 1,000 characters', () => {
    expect(escapeGlob('['.repeat(1000), 'exclude')).toBe('\\['.repeat(1000));
  });
});
