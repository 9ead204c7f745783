import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createMemoryServer } from '../server.ts';

const it = serverTest(dir => createMemoryServer({ memoryDir: dir }));

it('deletes a key and its file', async ({ call, dir }) => {
  await call('write_memory', { key: 'a/b', value: 'v' });
  expect(await call('delete_memory', { key: 'a/b' })).toBe('Deleted "a/b".');
  expect(await readdir(dir)).toEqual([]);
});

it('refuses an unknown key', async ({ call, error }) => {
  await call('write_memory', { key: 'a', value: 'v' });
  expect(await error('delete_memory', { key: 'b' })).toBe(
    'Error: no memory has the key "b": list_memory_keys shows the 1 that there are',
  );
});

it('does not delete another key that has the same file', async ({ call, error }) => {
  await call('write_memory', { key: 'a_b', value: 'v' });
  expect(await error('delete_memory', { key: 'a/b' })).toMatch(
    /^Error: key "a\/b" has the same file as the key "a_b"/,
  );
  expect(await call('read_memory', { key: 'a_b' })).toBe('v');
});

it('deletes a key that could not be written here', async ({ call, dir }) => {
  await writeFile(join(dir, 'CON.json'), '{"key": "CON", "value": "v"}');
  await call('delete_memory', { key: 'CON' });
  expect(await readdir(dir)).toEqual([]);
});

it('leaves a file that it cannot read', async ({ error, dir }) => {
  await writeFile(join(dir, 'a.json'), '{');
  expect(await error('delete_memory', { key: 'a' })).toBe(
    'Error: the file of this key, /a.json, is not JSON; see it with memory_view, or remove it ' +
      'with memory_delete',
  );
  expect(await readdir(dir)).toEqual(['a.json']);
});

it('deletes every file that holds the key, so that no old value comes back', async ({
  call,
  error,
  dir,
}) => {
  await writeFile(join(dir, 'moved.json'), '{"key": "k", "value": "old"}');
  await call('write_memory', { key: 'k', value: 'new' });
  expect(await call('delete_memory', { key: 'k' })).toBe('Deleted "k".');
  expect(await error('read_memory', { key: 'k' })).toContain('no memory has the key "k"');
  expect((await readdir(dir)).filter(name => name.endsWith('.json'))).toEqual([]);
});
