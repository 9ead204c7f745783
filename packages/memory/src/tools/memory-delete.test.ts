import { execFileSync } from 'node:child_process';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createMemoryServer } from '../server.ts';

const it = serverTest(dir => createMemoryServer({ memoryDir: dir }));

it('deletes a file', async ({ call, dir }) => {
  await writeFile(join(dir, 'a.md'), '');
  expect(await call('memory_delete', { path: '/memories/a.md' })).toBe('Deleted /a.md.');
  expect(await readdir(dir)).toEqual([]);
});

it('deletes a folder with everything in it', async ({ call, dir }) => {
  await mkdir(join(dir, 'a/b'), { recursive: true });
  await writeFile(join(dir, 'a/b/c'), '');
  expect(await call('memory_delete', { path: 'a' })).toBe('Deleted /a/ and everything in it.');
  expect(await readdir(dir)).toEqual([]);
});

it.for(['', '/', '.', './/', '/memories', '/memories/', 'a/..', '/memories/a/b/../..', './.'])(
  'refuses the memory itself as %j',
  async (path, { error, dir }) => {
    await mkdir(join(dir, 'a/b'), { recursive: true });
    expect(await error('memory_delete', { path })).toBe(
      `Error: path ${JSON.stringify(path)} is the memory itself, which cannot be deleted: ` +
        'delete the files and folders in it',
    );
    expect(await readdir(dir)).toEqual(['a']);
  },
);

it.for(['a', '.', '..', '/', 'nothing'])(
  'deletes a link to %j and not its target',
  async (target, { call, dir }) => {
    await mkdir(join(dir, 'a'));
    await symlink(target, join(dir, 'link'));
    expect(await call('memory_delete', { path: 'link' })).toBe('Deleted /link.');
    expect(await readdir(dir)).toEqual(['a']);
  },
);

it('deletes a pipe', async ({ call, dir }) => {
  execFileSync('mkfifo', [join(dir, 'pipe')]);
  await call('memory_delete', { path: 'pipe' });
  expect(await readdir(dir)).toEqual([]);
});

it('refuses what does not exist', async ({ error }) => {
  expect(await error('memory_delete', { path: 'a/b' })).toBe(
    'Error: /a/b does not exist: memory_view of a folder shows what is there',
  );
});
