import { lstat, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { remove } from './remove.ts';

async function removeIn(root: string, name: string): Promise<boolean> {
  const path = join(root, name);
  return remove({ path, shown: `/${name}`, isRoot: false, stats: await lstat(path) });
}

it('removes a file', async () => {
  await using folder = await testFolder();
  await writeFile(join(folder.path, 'a'), '');
  expect(await removeIn(folder.path, 'a')).toBe(true);
  expect(await readdir(folder.path)).toEqual([]);
});

it('removes a folder with everything in it', async () => {
  await using folder = await testFolder();
  await mkdir(join(folder.path, 'a/b'), { recursive: true });
  await writeFile(join(folder.path, 'a/b/c'), '');
  expect(await removeIn(folder.path, 'a')).toBe(true);
  expect(await readdir(folder.path)).toEqual([]);
});

it('removes links and not what they lead to', async () => {
  await using folder = await testFolder();
  await mkdir(join(folder.path, 'a'));
  await mkdir(join(folder.path, 'b'));
  await writeFile(join(folder.path, 'a/c'), '');
  await symlink('a', join(folder.path, 'link'));
  await symlink('../a', join(folder.path, 'b/link'));
  await removeIn(folder.path, 'link');
  await removeIn(folder.path, 'b');
  expect(await readdir(folder.path, { recursive: true })).toEqual(['a', 'a/c']);
});
