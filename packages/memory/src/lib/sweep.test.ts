import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { sweep } from './sweep.ts';

const signal = new AbortController().signal;
const temporary = '.std-tools-0123456789abcdef.tmp';
const deleted = '.std-tools-deleted-0123456789abcdef';

/** Makes a file that nobody has written to for an hour. */
async function leave(path: string): Promise<void> {
  await writeFile(path, '');
  const then = new Date(Date.now() - 3_600_000);
  await utimes(path, then, then);
}

it('removes what killed writes and deletions left', async () => {
  await using folder = await testFolder();
  const at = (...names: string[]) => join(folder.path, ...names);
  await mkdir(at('a/b'), { recursive: true });
  await mkdir(at(deleted, 'c'), { recursive: true });
  await mkdir(at('a', deleted));
  for (const file of [temporary, `a/b/${temporary}`, 'a/b/d', `${deleted}/c/e`])
    await leave(at(file));
  await sweep(folder.path, signal);
  expect((await readdir(folder.path, { recursive: true })).toSorted()).toEqual([
    'a',
    'a/b',
    'a/b/d',
  ]);
});

it('leaves a file that another server may be writing', async () => {
  await using folder = await testFolder();
  await writeFile(join(folder.path, temporary), '');
  await sweep(folder.path, signal);
  expect(await readdir(folder.path)).toEqual([temporary]);
});

it('leaves what only looks like it', async () => {
  await using folder = await testFolder();
  const names = [`${temporary}.json`, `x${temporary}`, deleted, '.std-tools-deleted-1'];
  for (const name of names) await writeFile(join(folder.path, name), '');
  await mkdir(join(folder.path, 'a', temporary), { recursive: true });
  await sweep(folder.path, signal);
  expect((await readdir(folder.path, { recursive: true })).toSorted()).toEqual(
    [...names, 'a', `a/${temporary}`].toSorted(),
  );
});

it('does not follow links', async () => {
  await using folder = await testFolder();
  await using other = await testFolder();
  await writeFile(join(other.path, temporary), '');
  await symlink(other.path, join(folder.path, 'link'));
  await symlink(other.path, join(folder.path, deleted));
  await sweep(folder.path, signal);
  expect(await readdir(other.path)).toEqual([temporary]);
});
