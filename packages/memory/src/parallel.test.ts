import { mkdir, readdir, readFile, rmdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClient, serverTest, type TestClient } from '@std-tools/testing';
import { expect } from 'vitest';
import { createMemoryServer } from './server.ts';

interface Other {
  /** A client of a host of its own, which knows nothing of the first one but the folder. */
  readonly other: TestClient;
}

const create = (memoryDir: string) => createMemoryServer({ memoryDir });
const it = serverTest(create).extend<Other>({
  other: async ({ dir }, use) => {
    await using client = await connectClient([create(dir)]);
    await use(client);
  },
});

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const lines = async (path: string) => (await readFile(path, 'utf8')).trimEnd().split('\n');

it('loses none of 40 parallel writes of values', async ({ call }) => {
  await Promise.all(
    numbers(40).map(at => call('write_memory', { key: `k${at}`, value: `v${at}` })),
  );
  const found: { key: string; value: string }[] = JSON.parse(
    await call('search_memory', { query: '' }),
  );
  expect(found.map(({ key, value }) => `${key}=${value}`).toSorted()).toEqual(
    numbers(40)
      .map(at => `k${at}=v${at}`)
      .toSorted(),
  );
});

it('loses none of 40 parallel insertions', async ({ call, dir }) => {
  await call('memory_create', { path: 'a', file_text: '' });
  await Promise.all(
    numbers(40).map(at =>
      call('memory_insert', { path: 'a', insert_line: 0, insert_text: `line ${at}\n` }),
    ),
  );
  expect((await lines(join(dir, 'a'))).toSorted()).toEqual(
    numbers(40)
      .map(at => `line ${at}`)
      .toSorted(),
  );
});

it('loses nothing of two hosts that change one memory', async ({ client, other, dir }) => {
  await client.call('memory_create', { path: 'a', file_text: '' });
  await Promise.all(
    numbers(100).flatMap(at =>
      [client, other].map(async ({ call }, host) => {
        await call('write_memory', { key: `${host}-${at}`, value: 'v' });
        await call('memory_insert', { path: 'a', insert_line: 0, insert_text: `${host}-${at}\n` });
      }),
    ),
  );
  const expected = numbers(100)
    .flatMap(at => [`0-${at}`, `1-${at}`])
    .toSorted();
  expect(JSON.parse(await client.call('list_memory_keys'))).toEqual(expected);
  expect((await lines(join(dir, 'a'))).toSorted()).toEqual(expected);
  expect((await readdir(dir)).filter(name => name.startsWith('.'))).toEqual([]);
});

it('sees at once what another host changed', async ({ client, other }) => {
  for (const value of ['1', '2', '3']) {
    await client.call('write_memory', { key: 'a', value });
    expect(await other.call('search_memory', { query: value })).toBe(
      `[{"key":"a","value":"${value}"}]`,
    );
  }
});

it('does not write a deleted file back', async ({ client, other, dir }) => {
  await client.call('memory_create', { path: 'a', file_text: 'x\n' });
  await Promise.all([
    client.call('memory_delete', { path: 'a' }),
    ...numbers(10).map(() =>
      other.raw('memory_insert', { path: 'a', insert_line: 0, insert_text: 'y' }),
    ),
  ]);
  expect(await readdir(dir)).toEqual([]);
});

it('reads while another process holds the lock, and writes when it is free', async ({
  call,
  dir,
}) => {
  await writeFile(join(dir, 'a.md'), 'x');
  await mkdir(join(dir, '.lock'));
  const write = call('write_memory', { key: 'a', value: 'v' });
  expect(await call('memory_view', { path: 'a.md' })).toBe('     1\tx');
  expect(await call('list_memory_keys')).toBe('[]');
  await rmdir(join(dir, '.lock'));
  expect(await write).toBe('Stored "a".');
});

it('goes on after another process died while it held the lock', async ({ call, dir }) => {
  await mkdir(join(dir, '.lock'));
  await utimes(join(dir, '.lock'), 1, 1);
  expect(await call('write_memory', { key: 'a', value: 'v' })).toBe('Stored "a".');
  expect(await readdir(dir)).toEqual(['a.json']);
});

it('stops waiting for the lock when the call is cancelled', async ({ client, dir }) => {
  await mkdir(join(dir, '.lock'));
  const cancel = new AbortController();
  const write = client.raw('write_memory', { key: 'a', value: 'v' }, { signal: cancel.signal });
  write.catch(() => {});
  expect(await client.call('list_memory_keys')).toBe('[]');
  cancel.abort();
  await expect(write).rejects.toThrow();
  await rmdir(join(dir, '.lock'));
  expect(await client.call('write_memory', { key: 'b', value: 'v' })).toBe('Stored "b".');
  expect(await readdir(dir)).toEqual(['b.json']);
});

it('keeps the stores of two folders in one host apart', async ({ dir }) => {
  const folders = [join(dir, 'one'), join(dir, 'two')] as const;
  await using first = await connectClient([create(folders[0])]);
  await using second = await connectClient([create(folders[1])]);
  await first.call('write_memory', { key: 'a', value: '1' });
  await second.call('write_memory', { key: 'a', value: '2' });
  expect(await first.call('read_memory', { key: 'a' })).toBe('1');
  expect(await second.call('read_memory', { key: 'a' })).toBe('2');
});
