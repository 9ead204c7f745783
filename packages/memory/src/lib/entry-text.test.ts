import { describe, expect, it } from 'vitest';
import { entryText, parseEntry } from './entry-text.ts';

const parse = (text: string) => parseEntry('notes.json', Buffer.from(text));

it('writes an entry as JSON', () => {
  expect(entryText({ key: 'a/b', value: 'ü\n' })).toBe('{\n  "key": "a/b",\n  "value": "ü\\n"\n}');
});

describe('parseEntry', () => {
  it.each([
    ['an entry', '{"key": "a/b", "value": "v"}', { key: 'a/b', value: 'v' }],
    ['an entry with more in it', '{"key":"a","value":"v","at":1}', { key: 'a', value: 'v' }],
    ['an entry behind a byte-order mark', '\uFEFF{"key":"a","value":""}', { key: 'a', value: '' }],
    [
      'a value that is an object',
      '{"key":"a","value":{"x": [1]}}',
      { key: 'a', value: '{"x":[1]}' },
    ],
    ['a value that is null', '{"key":"a","value":null}', { key: 'a', value: 'null' }],
    ['JSON without key', '{"value": "v"}', { key: 'notes', value: '{"value": "v"}' }],
    ['JSON without value', '{"key": "a"}', { key: 'notes', value: '{"key": "a"}' }],
    [
      'a key that is no text',
      '{"key":1,"value":"v"}',
      { key: 'notes', value: '{"key":1,"value":"v"}' },
    ],
    ['an empty key', '{"key":"","value":"v"}', { key: 'notes', value: '{"key":"","value":"v"}' }],
    ['an array', '[1, 2]\n', { key: 'notes', value: '[1, 2]\n' }],
    ['null', 'null', { key: 'notes', value: 'null' }],
  ])('reads %s', (_case, text, entry) => {
    expect(parse(text)).toEqual(entry);
  });

  it.each([
    ['nothing', '', 'is not JSON'],
    ['half an entry', '{"key": "a", "val', 'is not JSON'],
    [
      'too deep a value',
      `{"key":"a","value":${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
      'is nested too deeply',
    ],
  ])('tells what is wrong with %s', (_case, text, reason) => {
    expect(parse(text)).toEqual({ file: 'notes.json', reason });
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(parseEntry('a.json', Buffer.from([0x22, 0xff, 0x22]))).toEqual({
      file: 'a.json',
      reason: 'is not UTF-8 text',
    });
  });
});
