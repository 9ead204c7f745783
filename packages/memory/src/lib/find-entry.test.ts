import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReadConfig, readConfig } from '@std-tools/core';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { EntryCache } from './entry-cache.ts';
import { fileToWrite, findEntry } from './find-entry.ts';

const config: ReadConfig = table => readConfig(table, {});
const options = { config, signal: new AbortController().signal };

async function storeWith(files: Readonly<Record<string, string | object>>) {
  const folder = await testFolder();
  for (const [file, content] of Object.entries(files))
    await writeFile(
      join(folder.path, file),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  return {
    path: folder.path,
    find: (key: string) => findEntry(folder.path, key, new EntryCache(), options),
    toWrite: (key: string, file: string) =>
      fileToWrite(folder.path, key, file, new EntryCache(), options),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe('findEntry', () => {
  it.each([
    ['the file of the key', 'a/b', 'a_b.json'],
    ['where the Python library puts it', '..', '...json'],
    ['a file of another name', 'moved', 'other.json'],
    ['its own file before another one', 'twice', 'twice.json'],
  ])('finds an entry in %s', async (_case, key, file) => {
    await using store = await storeWith({
      [file]: { key, value: 'v' },
      'copy.json': { key: 'twice', value: 'old' },
    });
    expect(await store.find(key)).toEqual({ file, entry: { key, value: 'v' } });
  });

  it('finds a moved entry whose file name another key took', async () => {
    await using store = await storeWith({
      'a.json': { key: 'b', value: '1' },
      'b.json': { key: 'a', value: '2' },
    });
    expect(await store.find('a')).toEqual({ file: 'b.json', entry: { key: 'a', value: '2' } });
  });

  it.each([
    [{}, 'format', 'no memory has the key "format": none is stored yet'],
    [
      { 'weather.json': { key: 'weather', value: '' } },
      'format',
      'no memory has the key "format": list_memory_keys shows the 1 that there are',
    ],
    [
      { 'a.json': { key: 'formats', value: '' }, 'b.json': { key: 'Format', value: '' } },
      'format',
      'no memory has the key "format": similar keys are "Format", "formats"; ' +
        'list_memory_keys shows all',
    ],
    [
      { 'a_b.json': { key: 'a_b', value: '' } },
      'a/b',
      'key "a/b" has the same file as the key "a_b", which is stored there: use "a_b", or choose ' +
        'another key',
    ],
    [
      { 'a.json': '{' },
      'a',
      'the file of this key, /a.json, is not JSON; see it with memory_view, or remove it with ' +
        'memory_delete',
    ],
  ])('tells what is wrong: %j, %s', async (files, key, message) => {
    await using store = await storeWith(files);
    await expect(store.find(key)).rejects.toMatchObject({ name: 'ToolError', message });
  });
});

describe('fileToWrite', () => {
  it('is a new file, or the one that the key has', async () => {
    await using store = await storeWith({ 'a.json': { key: 'a', value: '' }, 'b.json': '[]' });
    for (const key of ['a', 'b', 'c'])
      expect(await store.toWrite(key, `${key}.json`)).toBe(`${key}.json`);
  });

  it('is the file that the key was moved to', async () => {
    await using store = await storeWith({
      'a.json': { key: 'b', value: '1' },
      'b.json': { key: 'a', value: '2' },
      'other.json': { key: 'c', value: '3' },
      '..json': { key: '.', value: '4' }, // where the Python library puts it
    });
    expect(await store.toWrite('a', 'a.json')).toBe('b.json');
    expect(await store.toWrite('c', 'c.json')).toBe('other.json');
    expect(await store.toWrite('.', '%2E.json')).toBe('..json');
  });

  it('refuses the file of another key', async () => {
    await using store = await storeWith({ 'a_b.json': { key: 'a\\b', value: '' } });
    await expect(store.toWrite('a/b', 'a_b.json')).rejects.toThrow(
      'key "a/b" has the same file as the key "a\\\\b"',
    );
  });

  it.each(['broken', 'folder', 'link'])('refuses a file that cannot be read: %s', async kind => {
    await using store = await storeWith({ 'broken.json': 'x' });
    await mkdir(join(store.path, 'folder.json'));
    await symlink('nothing', join(store.path, 'link.json'));
    await expect(store.toWrite(kind, `${kind}.json`)).rejects.toThrow(
      /^the file of this key, \/\w+\.json, is .*; see it with memory_view, or remove it with/,
    );
  });
});
