import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createMemoryServer } from '../server.ts';

const it = serverTest(dir => createMemoryServer({ memoryDir: dir }));

it.for(['client:acme:preferred_format', 'a/b\\c', '.', '..', 'größe 🙂', ' ', 'a\nb', 'x.json'])(
  'gives back what was stored under %j',
  async (key, { call }) => {
    await call('write_memory', { key, value: `value of ${key}` });
    expect(await call('read_memory', { key })).toBe(`value of ${key}`);
    expect(JSON.parse(await call('list_memory_keys'))).toEqual([key]);
  },
);

it('gives a long value whole', async ({ call }) => {
  const value = 'long '.repeat(100_000);
  await call('write_memory', { key: 'a', value });
  expect(await call('read_memory', { key: 'a' })).toBe(value);
});

it('gives the text of a JSON file without key and value', async ({ call, dir }) => {
  await writeFile(join(dir, 'notes.json'), '{ "a": 1 }\n');
  expect(await call('read_memory', { key: 'notes' })).toBe('{ "a": 1 }\n');
});

it('names keys that are like an unknown one', async ({ call, error }) => {
  await call('write_memory', { key: 'client:acme', value: '' });
  expect(await error('read_memory', { key: 'client:acne' })).toBe(
    'Error: no memory has the key "client:acne": similar keys are "client:acme"; ' +
      'list_memory_keys shows all',
  );
});

it('says so when nothing is stored', async ({ error }) => {
  expect(await error('read_memory', { key: 'a' })).toBe(
    'Error: no memory has the key "a": none is stored yet',
  );
});

it('does not give the value of another key that has the same file', async ({ call, error }) => {
  await call('write_memory', { key: 'a/b', value: 'v' });
  expect(await error('read_memory', { key: 'a_b' })).toBe(
    'Error: key "a_b" has the same file as the key "a/b", which is stored there: use "a/b", or ' +
      'choose another key',
  );
});

it('reads a key whose file was renamed', async ({ call }) => {
  await call('write_memory', { key: 'a', value: 'v' });
  await call('memory_rename', { old_path: 'a.json', new_path: 'b.json' });
  expect(await call('read_memory', { key: 'a' })).toBe('v');
});
