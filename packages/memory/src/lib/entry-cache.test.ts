import { rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReadConfig, readConfig } from '@std-tools/core';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { EntryCache } from './entry-cache.ts';

const config: ReadConfig = table => readConfig(table, {});
const options = { config, signal: new AbortController().signal };

/** A store with a cache, and what a scan shows: keys with values, files with reasons. */
async function cachedStore(mostCharacters?: number) {
  const folder = await testFolder();
  const at = (name: string) => join(folder.path, name);
  const cache = new EntryCache(mostCharacters);
  return {
    at,
    cache,
    path: folder.path,
    write: (key: string, value: string) =>
      writeFile(at(`${key}.json`), JSON.stringify({ key, value })),
    scan: async () => {
      const shown: string[] = [];
      await cache.scan(folder.path, options, item => {
        shown.push('key' in item ? `${item.key}=${item.value}` : `${item.file} ${item.reason}`);
      });
      return shown.toSorted();
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe('EntryCache', () => {
  it('shows entries and unreadable files, and nothing else', async () => {
    await using store = await cachedStore();
    await store.write('a', '1');
    await writeFile(store.at('broken.json'), '{');
    await writeFile(store.at('plain.json'), '[1]');
    for (const name of ['.json', 'notes.md', 'a.JSON']) await writeFile(store.at(name), '{}');
    expect(await store.scan()).toEqual(['a=1', 'broken.json is not JSON', 'plain=[1]']);
  });

  it('shows nothing of a store that does not exist', async () => {
    await using store = await cachedStore();
    const shown: unknown[] = [];
    await store.cache.scan(store.at('none'), options, item => shown.push(item));
    expect(shown).toEqual([]);
  });

  it('shows more entries than it looks at in one go', async () => {
    await using store = await cachedStore();
    const keys = Array.from({ length: 600 }, (_, at) => `k${at}`);
    for (const key of keys) await store.write(key, 'v');
    const expected = keys.map(key => `${key}=v`).toSorted();
    expect(await store.scan()).toEqual(expected);
    expect(await store.scan()).toEqual(expected);
  });

  it.each([undefined, 0])('notices every kind of change (kept: %s)', async most => {
    await using store = await cachedStore(most);
    for (const key of ['a', 'b', 'c', 'd']) await store.write(key, '1');
    await store.scan();
    await store.write('a', '2');
    await rm(store.at('b.json'));
    await rename(store.at('c.json'), store.at('e.json'));
    await store.write('f', '3');
    expect(await store.scan()).toEqual(['a=2', 'c=1', 'd=1', 'f=3']);
  });

  it('notices a change that keeps size and time', async () => {
    await using store = await cachedStore();
    await store.write('a', '1');
    const time = new Date('2020-01-01');
    await utimes(store.at('a.json'), time, time);
    expect(await store.scan()).toEqual(['a=1']);
    await store.write('a', '2');
    await utimes(store.at('a.json'), time, time);
    expect(await store.scan()).toEqual(['a=2']);
  });

  it('notices that the target of a link changed', async () => {
    await using store = await cachedStore();
    await writeFile(store.at('target'), '1');
    await symlink('target', store.at('a.json'));
    expect(await store.scan()).toEqual(['a=1']);
    await writeFile(store.at('target'), '2');
    expect(await store.scan()).toEqual(['a=2']);
  });

  it.each([
    ['reads a file once', undefined, true],
    ['reads a file anew when there is no room to keep it', 5, false],
  ])('%s', async (_case, most, isSame) => {
    await using store = await cachedStore();
    await store.write('a', 'value');
    const cache = new EntryCache(most, -60_000); // takes files as settled that were just written
    const items: unknown[] = [];
    for (let scan = 0; scan < 2; scan += 1)
      await cache.scan(store.path, options, item => items.push(item));
    expect(items).toHaveLength(2);
    expect(items[0] === items[1]).toBe(isSame);
  });

  it('has room again for what takes the place of others', async () => {
    await using store = await cachedStore();
    const cache = new EntryCache(12, -60_000); // two characters count for a key and its value
    for (let at = 0; at < 5; at += 1) {
      await rm(store.at(`k${at - 1}.json`), { force: true });
      await store.write(`k${at}`, '1234');
      await cache.scan(store.path, options, () => {});
    }
    const items: unknown[] = [];
    for (let scan = 0; scan < 2; scan += 1)
      await cache.scan(store.path, options, item => items.push(item));
    expect(items[0] === items[1]).toBe(true);
  });

  it('is right under parallel scans', async () => {
    await using store = await cachedStore();
    for (const key of ['a', 'b']) await store.write(key, '1');
    const scans = await Promise.all(Array.from({ length: 10 }, () => store.scan()));
    for (const shown of scans) expect(shown).toEqual(['a=1', 'b=1']);
  });

  it('ends when the call is cancelled', async () => {
    await using store = await cachedStore();
    await store.write('a', '1');
    const signal = AbortSignal.abort();
    await expect(store.cache.scan(store.path, { config, signal }, () => {})).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
