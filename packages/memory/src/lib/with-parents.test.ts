import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { withParents } from './with-parents.ts';

const fail = async () => {
  throw new Error('no');
};

it('makes the folders above a path and gives what the task gives', async () => {
  await using folder = await testFolder();
  expect(await withParents(join(folder.path, 'a/b/c'), async () => 1)).toBe(1);
  expect(await readdir(folder.path, { recursive: true })).toEqual(['a', 'a/b']);
});

it('takes the new folders away when the task fails, and no others', async () => {
  await using folder = await testFolder();
  await mkdir(join(folder.path, 'a'));
  await expect(withParents(join(folder.path, 'a/b/c/d'), fail)).rejects.toThrow('no');
  expect(await readdir(folder.path, { recursive: true })).toEqual(['a']);
});

it('leaves folders that were there', async () => {
  await using folder = await testFolder();
  await mkdir(join(folder.path, 'a'));
  await expect(withParents(join(folder.path, 'a/b'), fail)).rejects.toThrow('no');
  expect(await readdir(folder.path)).toEqual(['a']);
});
