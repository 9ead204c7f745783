import { mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createMemoryServer } from '../server.ts';

const it = serverTest(dir => createMemoryServer({ memoryDir: dir }));

it('renames a file', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), 'x');
  expect(await call('memory_rename', { old_path: 'a', new_path: '/b' })).toBe('Renamed /a to /b.');
  expect(await readdir(dir)).toEqual(['b']);
});

it('moves a folder and makes the folders above its new place', async ({ call, dir }) => {
  await mkdir(join(dir, 'a'));
  await writeFile(join(dir, 'a/file'), 'x');
  await call('memory_rename', { old_path: 'a', new_path: 'b/c/d' });
  expect(await readdir(dir)).toEqual(['b']);
  expect(await readFile(join(dir, 'b/c/d/file'), 'utf8')).toBe('x');
});

it('moves a link itself', async ({ call, dir }) => {
  await symlink('nothing', join(dir, 'a'));
  await call('memory_rename', { old_path: 'a', new_path: 'b' });
  expect(await readlink(join(dir, 'b'))).toBe('nothing');
});

it.for([
  ['a', 'file', '/file already exists: choose another path, or remove it first with memory_delete'],
  [
    'a',
    'empty',
    '/empty already exists: choose another path, or remove it first with memory_delete',
  ],
  [
    'file',
    'link',
    '/link already exists: choose another path, or remove it first with memory_delete',
  ],
  ['a', 'a', '/a already exists: choose another path, or remove it first with memory_delete'],
  ['a', 'a/b/c', '/a/b/c is inside /a: choose a path outside it'],
  ['a', 'top/a/b', '/top/a/b is inside /a: choose a path outside it'],
  ['none', 'b', '/none does not exist: memory_view of a folder shows what is there'],
  ['/', 'b', 'old_path is the memory itself: name a file or folder in it'],
  ['a', 'x/..', 'new_path is the memory itself: name a file or folder in it'],
  ['a', 'file/b', '/file is a file, not a folder: choose another path'],
  [
    '../a',
    'b',
    'old_path ../a is outside the memory: give a path relative to its top, such as notes/a.md',
  ],
  [
    'a',
    '../b',
    'new_path ../b is outside the memory: give a path relative to its top, such as notes/a.md',
  ],
] as const)(
  'refuses %j to %j and changes nothing',
  async ([old_path, new_path, message], { error, dir }) => {
    for (const name of ['a', 'empty']) await mkdir(join(dir, name));
    await writeFile(join(dir, 'file'), 'x');
    await symlink('nothing', join(dir, 'link'));
    await symlink('.', join(dir, 'top'));
    expect(await error('memory_rename', { old_path, new_path })).toBe(`Error: ${message}`);
    expect((await readdir(dir)).toSorted()).toEqual(['a', 'empty', 'file', 'link', 'top']);
    expect(await readdir(join(dir, 'a'))).toEqual([]);
  },
);
