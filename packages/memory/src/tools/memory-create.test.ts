import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createMemoryServer } from '../server.ts';

const it = serverTest(dir => createMemoryServer({ memoryDir: dir }));

it('creates a file with its folders, as it is given', async ({ call, dir }) => {
  const file_text = '# Größe\r\n\n- a';
  expect(await call('memory_create', { path: '/projects/acme/notes.md', file_text })).toBe(
    'Created /projects/acme/notes.md (15 bytes).',
  );
  expect(await readFile(join(dir, 'projects/acme/notes.md'), 'utf8')).toBe(file_text);
});

it('makes the folder of the memory', async ({ call, dir }) => {
  await rm(dir, { recursive: true });
  await call('memory_create', { path: 'a', file_text: '' });
  expect(await readdir(dir)).toEqual(['a']);
});

it('leaves an existing file', async ({ call, error, dir }) => {
  await call('memory_create', { path: 'a.md', file_text: 'old' });
  expect(await error('memory_create', { path: 'a.md', file_text: 'new' })).toBe(
    'Error: /a.md already exists: change it with memory_str_replace, or remove it first with ' +
      'memory_delete',
  );
  expect(await readFile(join(dir, 'a.md'), 'utf8')).toBe('old');
});

it('leaves a link that leads nowhere', async ({ error, dir }) => {
  await symlink('nothing', join(dir, 'link'));
  expect(await error('memory_create', { path: 'link', file_text: '' })).toMatch(
    /^Error: \/link already exists: /,
  );
  expect(await readdir(dir)).toEqual(['link']);
});

it('refuses a folder', async ({ error, dir }) => {
  await mkdir(join(dir, 'a'));
  expect(await error('memory_create', { path: 'a', file_text: '' })).toBe(
    'Error: /a is a folder: choose another path',
  );
});

it('refuses a path that ends with a slash', async ({ error, dir }) => {
  expect(await error('memory_create', { path: 'a/', file_text: '' })).toBe(
    'Error: path a/ ends with a slash, so it names a folder: add a file name',
  );
  expect(await readdir(dir)).toEqual([]);
});

it('refuses a file in the place of a folder', async ({ call, error }) => {
  await call('memory_create', { path: 'a', file_text: '' });
  expect(await error('memory_create', { path: 'a/b/c', file_text: '' })).toBe(
    'Error: /a is a file, not a folder: choose another path',
  );
});

it('refuses the memory itself', async ({ error }) => {
  expect(await error('memory_create', { path: '/memories', file_text: '' })).toBe(
    'Error: path names the memory itself: add a file name',
  );
});

it('lets one of 20 parallel calls create a file', async ({ client }) => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      client.raw('memory_create', { path: 'a', file_text: `${at}` }),
    ),
  );
  expect(replies.filter(({ isError }) => !isError)).toHaveLength(1);
});
