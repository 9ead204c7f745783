import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { JsonRpc } from './json-rpc.ts';
import { root, startLauncher } from './launcher.ts';

const writesOfEach = 200;
const command = join(root, 'packages/memory/bin/std-tools-memory.js');

/** A memory server on the store, after the handshake. */
async function memoryServer(store: string) {
  const server = startLauncher([], { command, env: { DPTTOOLS_MEMORY_DIR: store } });
  const rpc = new JsonRpc(server);
  await rpc.initialize();
  return { rpc, server };
}

const numbers = Array.from({ length: writesOfEach }, (_, number) => number);

it('loses no write of two processes that change one store', async () => {
  await using folder = await testFolder();
  const store = join(folder.path, 'store');
  await mkdir(join(store, 'notes'), { recursive: true });
  await writeFile(join(store, 'notes/shared.md'), '');
  await Promise.all(
    ['one', 'two'].map(async who => {
      const { rpc, server } = await memoryServer(store);
      for (const number of numbers) {
        const key = `${who}-${number}`;
        if (number % 2 === 0) await rpc.call('write_memory', { key, value: key });
        else
          await rpc.call('memory_insert', {
            path: 'notes/shared.md',
            insert_line: 0,
            insert_text: key,
          });
      }
      server.stdin.end();
    }),
  );
  const all = ['one', 'two'].flatMap(who => numbers.map(number => `${who}-${number}`));
  const keys = (await readdir(store)).flatMap(name => /^(.*)\.json$/.exec(name)?.[1] ?? []);
  const lines = (await readFile(join(store, 'notes/shared.md'), 'utf8')).trimEnd().split('\n');
  expect([...keys, ...lines].sort()).toEqual(all.sort());
}, 60_000);

it('loses no write of 40 calls in parallel', async () => {
  await using folder = await testFolder();
  const { rpc, server } = await memoryServer(folder.path);
  await rpc.call('memory_create', { path: 'log.md', file_text: '' });
  const marks = numbers.slice(0, 40).map(number => `line ${number}`);
  const insert = (insert_text: string) =>
    rpc.call('memory_insert', { path: 'log.md', insert_line: 0, insert_text });
  await Promise.all(marks.map(insert));
  server.stdin.end();
  const lines = (await readFile(join(folder.path, 'log.md'), 'utf8')).trimEnd().split('\n');
  expect(lines.sort()).toEqual(marks.sort());
});
