import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createMemoryServer } from '../server.ts';

const it = serverTest(dir => createMemoryServer({ memoryDir: dir }));

it('finds by key and by value, in any letter case, whole', async ({ call }) => {
  const long = `for Acme ${'x'.repeat(60_000)}`;
  await call('write_memory', { key: 'client:ACME:format', value: 'PDF' });
  await call('write_memory', { key: 'b', value: long });
  await call('write_memory', { key: 'c', value: 'other' });
  expect(JSON.parse(await call('search_memory', { query: 'acme' }))).toEqual([
    { key: 'client:ACME:format', value: 'PDF' },
    { key: 'b', value: long },
  ]);
});

it('gives an empty list when nothing holds the text', async ({ call }) => {
  await call('write_memory', { key: 'a', value: 'v' });
  expect(await call('search_memory', { query: 'nothing' })).toBe('[]');
});

it('puts the newer of two alike first', async ({ call, dir }) => {
  for (const key of ['a', 'b', 'c']) await call('write_memory', { key, value: 'same' });
  const day = 86_400;
  const now = Date.now() / 1000;
  for (const [name, days] of [
    ['a', 40],
    ['b', 1],
    ['c', 20],
  ] as const)
    await utimes(join(dir, `${name}.json`), now, now - days * day);
  const found: { key: string }[] = JSON.parse(await call('search_memory', { query: 'same' }));
  expect(found.map(({ key }) => key)).toEqual(['b', 'c', 'a']);
});

it('notices what another process wrote', async ({ call, dir }) => {
  await call('search_memory', { query: 'x' });
  await writeFile(join(dir, 'a.json'), '{"key": "a", "value": "x1"}');
  expect(await call('search_memory', { query: 'x' })).toBe('[{"key":"a","value":"x1"}]');
  await writeFile(join(dir, 'a.json'), '{"key": "a", "value": "x2"}');
  expect(await call('search_memory', { query: 'x' })).toBe('[{"key":"a","value":"x2"}]');
});

it('names unreadable files in a second block', async ({ client, dir }) => {
  await writeFile(join(dir, 'a.json'), '{"key": "a", "value": {"n": 1}}');
  await writeFile(join(dir, 'broken.json'), '');
  const { content } = await client.raw('search_memory', { query: '' });
  expect(content.map(block => JSON.parse(block.text ?? ''))).toEqual([
    [{ key: 'a', value: '{"n":1}' }],
    { skipped: [{ file: 'broken.json', reason: 'is not JSON' }] },
  ]);
});
