import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createMemoryServer } from '../server.ts';

const it = serverTest(dir => createMemoryServer({ memoryDir: dir }));

it('stores a value in a file of its own', async ({ call, dir }) => {
  expect(await call('write_memory', { key: 'client:acme/format', value: 'PDF ü' })).toBe(
    'Stored "client:acme/format".',
  );
  expect(await readdir(dir)).toEqual(['client:acme_format.json']);
  expect(JSON.parse(await readFile(join(dir, 'client:acme_format.json'), 'utf8'))).toEqual({
    key: 'client:acme/format',
    value: 'PDF ü',
  });
});

it('replaces a value', async ({ call }) => {
  await call('write_memory', { key: 'a', value: '1' });
  await call('write_memory', { key: 'a', value: '2' });
  expect(await call('read_memory', { key: 'a' })).toBe('2');
});

it('stores an empty value', async ({ call }) => {
  await call('write_memory', { key: 'a', value: '' });
  expect(await call('read_memory', { key: 'a' })).toBe('');
});

it('replaces the text of a JSON file without key and value', async ({ call, dir }) => {
  await writeFile(join(dir, 'a.json'), '[1]');
  await call('write_memory', { key: 'a', value: 'v' });
  expect(await call('read_memory', { key: 'a' })).toBe('v');
});

it('does not overwrite another key that has the same file', async ({ call, error, dir }) => {
  await call('write_memory', { key: 'a_b', value: 'v' });
  expect(await error('write_memory', { key: 'a/b', value: 'w' })).toBe(
    'Error: key "a/b" has the same file as the key "a_b", which is stored there: use "a_b", or ' +
      'choose another key',
  );
  expect(await call('read_memory', { key: 'a_b' })).toBe('v');
  expect(await readdir(dir)).toEqual(['a_b.json']);
});

it('does not overwrite a file that it cannot read', async ({ error, dir }) => {
  await writeFile(join(dir, 'a.json'), '{"key": "a", "val');
  expect(await error('write_memory', { key: 'a', value: 'v' })).toBe(
    'Error: the file of this key, /a.json, is not JSON; see it with memory_view, or remove it ' +
      'with memory_delete',
  );
  expect(await readFile(join(dir, 'a.json'), 'utf8')).toBe('{"key": "a", "val');
});

it('refuses an empty key before it touches anything', async ({ error, dir }) => {
  expect(await error('write_memory', { key: '', value: 'v' })).toBe(
    'Error: key is empty: give a name for the memory',
  );
  expect(await readdir(dir)).toEqual([]);
});
