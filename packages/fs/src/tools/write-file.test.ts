import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createFsServer } from '../server.ts';

const it = serverTest(() => createFsServer());

it('writes a new file and tells its bytes', async ({ call, dir }) => {
  const path = join(dir, 'a');
  expect(await call('write_file', { path, content: 'größe 🙂\n' })).toBe(
    `Wrote 13 bytes to ${path}.`,
  );
  expect(await readFile(path, 'utf8')).toBe('größe 🙂\n');
});

it('replaces a longer file whole', async ({ call, dir }) => {
  const path = join(dir, 'a');
  await writeFile(path, 'a longer text');
  expect(await call('write_file', { path, content: 'b' })).toBe(`Wrote 1 bytes to ${path}.`);
  expect(await readFile(path, 'utf8')).toBe('b');
  expect(await readdir(dir)).toEqual(['a']);
});

it('writes an empty file', async ({ call, dir }) => {
  const path = join(dir, 'a');
  expect(await call('write_file', { path, content: '' })).toBe(`Wrote 0 bytes to ${path}.`);
  expect((await stat(path)).size).toBe(0);
});

it('writes line ends as they come', async ({ call, dir }) => {
  const path = join(dir, 'a');
  await call('write_file', { path, content: 'a\r\nb\rc\n' });
  expect(await readFile(path, 'utf8')).toBe('a\r\nb\rc\n');
});

it('makes no folder by itself', async ({ error, dir }) => {
  const path = join(dir, 'a/b/c');
  expect(await error('write_file', { path, content: '' })).toBe(
    `Error: folder ${dir}/a/b does not exist: set create_dirs to true to make it`,
  );
  expect(await readdir(dir)).toEqual([]);
});

it('makes missing folders with create_dirs', async ({ call, dir }) => {
  const path = join(dir, 'a/b/c');
  expect(await call('write_file', { path, content: 'x', create_dirs: true })).toBe(
    `Wrote 1 bytes to ${path}.`,
  );
  expect(await readFile(path, 'utf8')).toBe('x');
});

it.for([
  ['cp1252', '€ä', '80e4'],
  ['latin-1', 'ä', 'e4'],
  ['utf-8-sig', 'a', 'efbbbf61'],
  ['utf-16', 'a', 'fffe6100'],
  ['UTF-16BE', 'a', '0061'],
  ['shift_jis', '日本', '93fa967b'],
] as const)('writes %s', async ([encoding, content, hex], { call, dir }) => {
  const path = join(dir, 'a');
  expect(await call('write_file', { path, content, encoding })).toBe(
    `Wrote ${hex.length / 2} bytes to ${path}.`,
  );
  expect((await readFile(path)).toString('hex')).toBe(hex);
});

it('names an unknown encoding before it touches the file', async ({ error, dir }) => {
  const path = join(dir, 'sub/a');
  expect(
    await error('write_file', { path, content: 'x', encoding: 'rot13', create_dirs: true }),
  ).toBe(
    'Error: unknown encoding "rot13". Common ones: ' +
      'utf-8, utf-8-sig, utf-16, latin-1, cp1252, shift_jis, gb18030, big5, euc_kr.',
  );
  expect(await readdir(dir)).toEqual([]);
});

it('names a character that the encoding lacks and leaves the file as it was', async ({
  error,
  dir,
}) => {
  const path = join(dir, 'a');
  await writeFile(path, 'old');
  expect(await error('write_file', { path, content: 'a\n日', encoding: 'cp1252' })).toBe(
    'Error: cp1252 cannot write "日" (U+65E5) on line 2 of content. Use the encoding utf-8.',
  );
  expect(await readFile(path, 'utf8')).toBe('old');
});

it('writes through a link', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), 'old');
  await symlink('a', join(dir, 'link'));
  await call('write_file', { path: join(dir, 'link'), content: 'new' });
  expect(await readFile(join(dir, 'a'), 'utf8')).toBe('new');
});

it('refuses a folder', async ({ error, dir }) => {
  await mkdir(join(dir, 'a'));
  expect(await error('write_file', { path: join(dir, 'a'), content: '' })).toBe(
    `Error: ${dir}/a is a folder: give the path of a file`,
  );
});

it('refuses a file in the place of a folder, also with create_dirs', async ({ error, dir }) => {
  await writeFile(join(dir, 'a'), 'old');
  for (const create_dirs of [false, true])
    expect(await error('write_file', { path: join(dir, 'a/b'), content: '', create_dirs })).toBe(
      `Error: ${dir}/a is a file, not a folder: choose another path`,
    );
  expect(await readFile(join(dir, 'a'), 'utf8')).toBe('old');
});

it('never mixes 20 parallel writes: the last one that came wins whole', async ({ call, dir }) => {
  const path = join(dir, 'a');
  const texts = Array.from({ length: 20 }, (_, at) => `${at} `.repeat(20_000 - at * 900));
  await Promise.all(texts.map(content => call('write_file', { path, content })));
  expect(await readFile(path, 'utf8')).toBe(texts.at(-1));
  expect(await readdir(dir)).toEqual(['a']);
});

it('refuses a path that ends with a slash, which names a folder', async ({ error, dir }) => {
  expect(await error('write_file', { path: `${dir}/notes/`, content: 'x' })).toBe(
    `Error: path ${dir}/notes/ ends with a slash, so it names a folder: add a file name`,
  );
  expect(await readdir(dir)).toEqual([]);
});
