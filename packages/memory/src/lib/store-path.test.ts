import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { memoryPath } from './memory-path.ts';
import { findPlace } from './store-path.ts';

/** A store `root` with files, folders and links, and a folder `out` beside it. */
async function tree() {
  const folder = await testFolder();
  const root = join(folder.path, 'root');
  await mkdir(join(root, 'a/b'), { recursive: true });
  await mkdir(join(folder.path, 'out'));
  await writeFile(join(root, 'a/file'), 'x');
  await writeFile(join(folder.path, 'out/secret'), 'x');
  const links = {
    in: 'a',
    'in-file': 'a/file',
    top: '.',
    up: '..',
    out: '../out',
    'out-file': '../out/secret',
    'out-missing': '../out/none',
    absolute: join(folder.path, 'out'),
    dangling: 'a/none',
    loop: 'loop',
    twice: 'out-missing',
    'a/back': '../a',
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(root, name));
  return {
    root,
    find: (path: string, follow = true) => findPlace(root, memoryPath(path), follow),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe('findPlace', () => {
  it.each([
    ['', ''],
    ['a/file', 'a/file'],
    ['in/file', 'a/file'],
    ['in-file', 'a/file'],
    ['in', 'a'],
    ['top', ''],
    ['top/top/in/back/b', 'a/b'],
  ])('follows %j to %j', async (path, place) => {
    await using store = await tree();
    const found = await store.find(path);
    expect(found.path).toBe(join(store.root, place));
    expect(found.stats?.isSymbolicLink()).toBe(false);
    expect(found.isRoot).toBe(place === '');
  });

  it.each([
    ['none', 'none'],
    ['in/none/deep', 'a/none/deep'],
  ])('gives a place to %j, which does not exist', async (path, place) => {
    await using store = await tree();
    expect(await store.find(path)).toMatchObject({
      path: join(store.root, place),
      shown: `/${path}`,
      stats: undefined,
    });
  });

  it.each(['in', 'top', 'up', 'out', 'dangling', 'loop', 'top/out'])(
    'does not follow %j at the end when told so',
    async path => {
      await using store = await tree();
      const found = await store.find(path, false);
      expect(found.path).toBe(join(store.root, path.replace('top/', '')));
      expect(found.stats?.isSymbolicLink()).toBe(true);
      expect(found.isRoot).toBe(false);
    },
  );

  const stray =
    'is a link that leads out of the memory, or to nothing: memory_delete removes the link';
  it.each([
    ['up', '/up', true],
    ['up/x', '/up', false],
    ['out', '/out', true],
    ['out/secret', '/out', false],
    ['out/none/deep', '/out', false],
    ['out-file', '/out-file', true],
    ['out-missing', '/out-missing', true],
    ['out-missing/x', '/out-missing', false],
    ['absolute/secret', '/absolute', false],
    ['top/out/secret', '/top/out', false],
    ['twice', '/twice', true],
    ['dangling/x', '/dangling', false],
    ['loop', '/loop', true],
    ['loop/x', '/loop', false],
  ])('refuses %j, naming %s (follow at the end: %s)', async (path, shown, follow) => {
    await using store = await tree();
    await expect(store.find(path, follow)).rejects.toMatchObject({
      name: 'ToolError',
      message: `${shown} ${stray}`,
    });
  });

  it.each([
    ['a/file/x', '/a/file is a file, not a folder: choose another path'],
    ['in-file/x', '/in-file is a file, not a folder: choose another path'],
    ['n'.repeat(300), `/${'n'.repeat(300)} is too long for this file system: use a shorter name`],
  ])('tells what is wrong with %j', async (path, message) => {
    await using store = await tree();
    await expect(store.find(path)).rejects.toMatchObject({ name: 'ToolError', message });
  });

  it('refuses a name of the store’s own behind a link', async () => {
    await using store = await tree();
    await expect(store.find('top/.lock')).rejects.toThrow(
      '/top/.lock is a name that the memory keeps for itself: choose another name',
    );
  });

  it('gives a place in a store that does not exist', async () => {
    await using folder = await testFolder();
    const root = join(folder.path, 'none');
    expect(await findPlace(root, memoryPath('a/b'), true)).toMatchObject({
      path: join(root, 'a/b'),
      stats: undefined,
    });
  });
});
