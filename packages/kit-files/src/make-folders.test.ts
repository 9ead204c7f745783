import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { makeFolders, removeFolders } from './make-folders.ts';

it('makes what is missing and names the first that it made', async () => {
  await using folder = await testFolder();
  await mkdir(join(folder.path, 'a'));
  expect(await makeFolders(join(folder.path, 'a/b/c/d'))).toBe(join(folder.path, 'a/b'));
  expect(await readdir(folder.path, { recursive: true })).toEqual(['a', 'a/b', 'a/b/c', 'a/b/c/d']);
});

it('makes nothing where something stands', async () => {
  await using folder = await testFolder();
  expect(await makeFolders(folder.path)).toBeUndefined();
});

it('leaves no folder when a further one cannot be made', async () => {
  await using folder = await testFolder();
  const path = join(folder.path, 'a', 'n'.repeat(300));
  await expect(makeFolders(join(path, 'c'))).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
  await expect(makeFolders(path)).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
  expect(await readdir(folder.path)).toEqual([]);
});

it('removes empty folders only', async () => {
  await using folder = await testFolder();
  await mkdir(join(folder.path, 'a/b/c'), { recursive: true });
  await writeFile(join(folder.path, 'a/file'), '');
  await removeFolders(join(folder.path, 'a'), join(folder.path, 'a/b/c'));
  expect(await readdir(folder.path, { recursive: true })).toEqual(['a', 'a/file']);
});
