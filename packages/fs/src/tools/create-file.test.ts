import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createFsServer } from '../server.ts';

const it = serverTest(() => createFsServer());

it('creates a file and tells its path and bytes', async ({ call, dir }) => {
  const path = join(dir, 'a');
  expect(await call('create_file', { path, content: 'ä\n' })).toBe(`Created ${path} (3 bytes).`);
  expect(await readFile(path, 'utf8')).toBe('ä\n');
  expect(await readdir(dir)).toEqual(['a']);
});

it('fails when the file exists and leaves it as it was', async ({ error, dir }) => {
  const path = join(dir, 'a');
  await writeFile(path, 'old');
  expect(await error('create_file', { path, content: 'new' })).toBe(
    `Error: ${path} already exists: use write_file to replace it`,
  );
  expect(await readFile(path, 'utf8')).toBe('old');
});

it('fails when a folder has the path', async ({ error, dir }) => {
  await mkdir(join(dir, 'a'));
  expect(await error('create_file', { path: join(dir, 'a'), content: '' })).toBe(
    `Error: ${dir}/a is a folder: give the path of a file`,
  );
});

it('makes no folder by itself', async ({ error, dir }) => {
  expect(await error('create_file', { path: join(dir, 'a/b'), content: '' })).toBe(
    `Error: folder ${dir}/a does not exist: set create_dirs to true to make it`,
  );
  expect(await readdir(dir)).toEqual([]);
});

it('makes missing folders with create_dirs', async ({ call, dir }) => {
  const path = join(dir, 'a/b/c');
  expect(await call('create_file', { path, content: '', create_dirs: true })).toBe(
    `Created ${path} (0 bytes).`,
  );
  expect(await readFile(path, 'utf8')).toBe('');
});

it('names the argument that holds half a character', async ({ error, dir }) => {
  expect(await error('create_file', { path: join(dir, 'a'), content: 'a\ud83d' })).toBe(
    'Error: line 1 of content holds half a character (the lone surrogate U+D83D), ' +
      'which not even utf-8 can write. Write the whole character.',
  );
  expect(await readdir(dir)).toEqual([]);
});

it('lets exactly one of 20 parallel calls create a file', async ({ client, dir }) => {
  const path = join(dir, 'a');
  const texts = Array.from({ length: 20 }, (_, at) => `text ${at}`);
  const replies = await Promise.all(
    texts.map(content => client.raw('create_file', { path, content })),
  );
  const winners = texts.filter((_, at) => !replies[at]?.isError);
  expect(winners).toEqual([await readFile(path, 'utf8')]);
  const errors = replies.flatMap(({ isError, content }) => (isError ? [content[0]?.text] : []));
  expect(errors).toEqual(
    Array.from({ length: 19 }, () => `Error: ${path} already exists: use write_file to replace it`),
  );
});

it('refuses a path that ends with a slash, which names a folder', async ({ error, dir }) => {
  expect(await error('create_file', { path: `${dir}/notes/`, content: 'x' })).toBe(
    `Error: path ${dir}/notes/ ends with a slash, so it names a folder: add a file name`,
  );
  expect(await readdir(dir)).toEqual([]);
});
