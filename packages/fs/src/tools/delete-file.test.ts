import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClient, serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createFsServer } from '../server.ts';

const it = serverTest(() => createFsServer());

it('deletes a file and tells its path', async ({ call, dir }) => {
  const path = join(dir, 'a');
  await writeFile(path, '');
  expect(await call('delete_file', { path })).toBe(`Deleted ${path}.`);
  expect(await readdir(dir)).toEqual([]);
});

it('refuses a folder, also an empty one', async ({ error, dir }) => {
  const path = join(dir, 'a');
  await mkdir(path);
  expect(await error('delete_file', { path })).toBe(
    `Error: ${path} is a folder: only files can be deleted`,
  );
  expect(await readdir(dir)).toEqual(['a']);
});

it('says of a missing file what to try', async ({ error, dir }) => {
  const path = join(dir, 'a');
  expect(await error('delete_file', { path })).toBe(
    `Error: ${path} does not exist: list its folder to see what is there`,
  );
});

it('deletes a link and leaves its target', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), 'text');
  await mkdir(join(dir, 'folder'));
  await symlink('a', join(dir, 'to-file'));
  await symlink('folder', join(dir, 'to-folder'));
  for (const name of ['to-file', 'to-folder']) await call('delete_file', { path: join(dir, name) });
  expect((await readdir(dir)).toSorted()).toEqual(['a', 'folder']);
  expect(await readFile(join(dir, 'a'), 'utf8')).toBe('text');
});

it('deletes a link itself when confined, also one that leads out', async ({ dir }) => {
  await mkdir(join(dir, 'in'));
  await writeFile(join(dir, 'in/a'), 'text');
  await writeFile(join(dir, 'out'), 'text');
  await symlink('a', join(dir, 'in/link'));
  await symlink('../out', join(dir, 'in/link-out'));
  await using client = await connectClient([createFsServer({ roots: [join(dir, 'in')] })]);
  for (const name of ['link', 'link-out'])
    await client.call('delete_file', { path: join(dir, 'in', name) });
  expect(await readdir(join(dir, 'in'))).toEqual(['a']);
  expect(await readFile(join(dir, 'out'), 'utf8')).toBe('text');
});

it('deletes a broken link, a loop and a pipe', async ({ call, dir }) => {
  await symlink('nowhere', join(dir, 'broken'));
  await symlink('loop', join(dir, 'loop'));
  execFileSync('mkfifo', [join(dir, 'pipe')]);
  for (const name of ['broken', 'loop', 'pipe'])
    await call('delete_file', { path: join(dir, name) });
  expect(await readdir(dir)).toEqual([]);
});

it('runs among parallel writes in the order that the calls came', async ({ call, dir }) => {
  const path = join(dir, 'a');
  const calls = Array.from({ length: 20 }, (_, at) =>
    at % 2 === 0
      ? call('write_file', { path, content: `text ${at}`.repeat(10_000) })
      : call('delete_file', { path }),
  );
  expect((await Promise.all(calls)).slice(0, 2)).toEqual([
    `Wrote 60000 bytes to ${path}.`,
    `Deleted ${path}.`,
  ]);
  expect(await readdir(dir)).toEqual([]);
});

it('is never undone by an edit that came before or after', async ({ client, dir }) => {
  const path = join(dir, 'a');
  await writeFile(path, `${'x'.repeat(500_000)}1`);
  const edit = (at: number) =>
    client.raw('edit_file', { path, old_string: `x${at}`, new_string: `x${at + 1}` });
  const calls = [edit(1), edit(2), client.raw('delete_file', { path }), edit(3), edit(4)];
  const replies = (await Promise.all(calls)).map(({ content }) => content[0]?.text);
  const gone = `Error: ${path} does not exist: list its folder to see what is there`;
  expect(replies).toEqual([
    `Edited ${path} at line 1.`,
    `Edited ${path} at line 1.`,
    `Deleted ${path}.`,
    gone,
    gone,
  ]);
  expect(await readdir(dir)).toEqual([]);
});
