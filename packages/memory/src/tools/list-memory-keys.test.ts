import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createMemoryServer } from '../server.ts';

const it = serverTest(dir => createMemoryServer({ memoryDir: dir }));

it('lists keys as they were given, sorted', async ({ call }) => {
  for (const key of ['b/c', 'a', 'client:acme']) await call('write_memory', { key, value: 'v' });
  expect(await call('list_memory_keys')).toBe('["a","b/c","client:acme"]');
});

it('gives an empty list of an empty memory', async ({ call }) => {
  expect(await call('list_memory_keys')).toBe('[]');
});

it('lists other top-level JSON files by their names, and no other files', async ({ call }) => {
  await call('memory_create', { path: 'notes.json', file_text: '[]' });
  await call('memory_create', { path: 'notes.md', file_text: '[]' });
  await call('memory_create', { path: 'a/notes.json', file_text: '[]' });
  expect(await call('list_memory_keys')).toBe('["notes"]');
});

it('names unreadable files in a second block, sorted', async ({ client, call, dir }) => {
  await call('write_memory', { key: 'a', value: 'v' });
  await writeFile(join(dir, 'z.json'), '{');
  await mkdir(join(dir, 'f.json'));
  const { content, isError } = await client.raw('list_memory_keys');
  expect(isError ?? false).toBe(false);
  expect(content.map(block => JSON.parse(block.text ?? ''))).toEqual([
    ['a'],
    {
      skipped: [
        { file: 'f.json', reason: 'is a folder: give the path of a file' },
        { file: 'z.json', reason: 'is not JSON' },
      ],
    },
  ]);
});
