import { describe, expect, it } from 'vitest';
import { entryFile, newEntryFile, unescapedFile } from './entry-file.ts';

describe('newEntryFile', () => {
  it.each([
    ['a', 'a.json'],
    ['client:acme:preferred_format', 'client:acme:preferred_format.json'],
    ['a/b\\c_d', 'a_b_c_d.json'],
    ['.', '%2E.json'],
    ['..', '%2E%2E.json'],
    ['...', '....json'],
    ['../../etc/passwd', '.._.._etc_passwd.json'],
    ['a.json', 'a.json.json'],
    [' ', ' .json'],
    ['größe 🙂', 'größe 🙂.json'],
    ['a\nb', 'a\nb.json'],
    ['console', 'console.json'],
    ['acon', 'acon.json'],
    ['n'.repeat(200), `${'n'.repeat(200)}.json`],
    ['ü'.repeat(100), `${'ü'.repeat(100)}.json`],
  ])('keeps %j in %j', (key, file) => {
    expect(newEntryFile(key)).toBe(file);
  });

  const tooLong = 'and at most 200 are possible: use a shorter key and put the rest into the value';
  it.each([
    ['', 'key is empty: give a name for the memory'],
    ['a\0b', 'key holds a NUL byte: remove it'],
    ['\ud83d', 'key holds half a character (a lone surrogate): write the whole character'],
    ['n'.repeat(201), `key has 201 bytes, ${tooLong}`],
    [`${'ü'.repeat(100)}n`, `key has 201 bytes, ${tooLong}`],
    ['n'.repeat(5000), `key has 5000 bytes, ${tooLong}`],
    ['🙂'.repeat(51), `key has 204 bytes, ${tooLong}`],
  ])('refuses %j', (key, message) => {
    expect(() => newEntryFile(key)).toThrow(
      expect.objectContaining({ name: 'ToolError', message }),
    );
  });

  it.each(['CON', 'con', 'Prn', 'aux', 'nul', 'NUL.txt', 'com1', 'LPT9', 'lpt¹', 'con .a', 'aux '])(
    'refuses the device name %j',
    key => {
      expect(() => newEntryFile(key)).toThrow(
        `key ${key} is the name of a device on Windows: choose another key`,
      );
    },
  );
});

describe('entryFile', () => {
  it.each([
    ['CON', 'CON.json'],
    ['n'.repeat(250), `${'n'.repeat(250)}.json`],
  ])('finds what was stored elsewhere: %j', (key, file) => {
    expect(entryFile(key)).toBe(file);
  });

  it('refuses a key that no file can have', () => {
    expect(() => entryFile('n'.repeat(251))).toThrow('key has 251 bytes');
  });
});

it('knows where the Python library keeps dots', () => {
  expect(unescapedFile('..')).toBe('...json');
});
