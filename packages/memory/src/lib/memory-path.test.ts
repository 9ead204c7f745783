import { describe, expect, it } from 'vitest';
import { memoryPath } from './memory-path.ts';

describe('memoryPath', () => {
  it.each([
    ['', '/'],
    ['/', '/'],
    ['.', '/'],
    ['./', '/'],
    ['/memories', '/'],
    ['/memories/', '/'],
    ['a/..', '/'],
    ['a.md', '/a.md'],
    ['/a.md', '/a.md'],
    ['/memories/a.md', '/a.md'],
    ['memories/a.md', '/memories/memories/a.md'],
    ['/memories/memories/a.md', '/memories/memories/a.md'],
    ['/memories2/a.md', '/memories2/a.md'],
    ['a//b/./c/', '/a/b/c'],
    ['a/b/../c', '/a/c'],
    ['..a/b..', '/..a/b..'],
    ['%2e%2e/a', '/%2e%2e/a'],
    ['a/.lock', '/a/.lock'],
    ['~/a', '/~/a'],
  ])('understands %j as %j', (text, shown) => {
    expect(memoryPath(text).shown).toBe(shown);
  });

  it.each([
    '..',
    '/..',
    '../a',
    '/../a',
    'a/../../b',
    '/memories/..',
    '/memories/../..',
    '/memories/../memories/a',
    '//etc/passwd',
    '/memories//etc/passwd',
    '///',
  ])('refuses %j', text => {
    expect(() => memoryPath(text)).toThrow(
      expect.objectContaining({
        name: 'ToolError',
        message:
          `path ${text} is outside the memory: ` +
          'give a path relative to its top, such as notes/a.md',
      }),
    );
  });

  it.each([
    ['a\0b', 'old_path holds a NUL byte: remove it'],
    ['\udc00', 'old_path holds half a character (a lone surrogate): write the whole character'],
    ['.lock', '/.lock is a name that the memory keeps for itself: choose another name'],
    [
      'a/.std-tools-1.tmp',
      '/a/.std-tools-1.tmp is a name that the memory keeps for itself: choose another name',
    ],
  ])('tells what is wrong with %j', (text, message) => {
    expect(() => memoryPath(text, 'old_path')).toThrow(
      expect.objectContaining({ name: 'ToolError', message }),
    );
  });
});

it.each(['a', '/', '/memories', 'memories/a', '/memories/memories', 'memories', 'a//b/./c'])(
  'shows %s as a path that is read as the same',
  text => {
    const path = memoryPath(text);
    expect(memoryPath(path.shown)).toEqual(path);
  },
);
