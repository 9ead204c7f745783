import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClient, serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createFsServer } from '../server.ts';

const it = serverTest(() => createFsServer());

it('lists an array of {name, type, size}, size for files only, folders first', async ({
  call,
  dir,
}) => {
  await writeFile(join(dir, 'b.txt'), '12345');
  await writeFile(join(dir, 'A.txt'), '');
  await mkdir(join(dir, 'z'));
  expect(await call('list_directory', { path: dir })).toBe(
    '[{"name":"z","type":"directory"},' +
      '{"name":"A.txt","type":"file","size":0},' +
      '{"name":"b.txt","type":"file","size":5}]',
  );
});

it('lists an empty folder as an empty array', async ({ call, dir }) => {
  expect(await call('list_directory', { path: dir })).toBe('[]');
});

it('leaves out hidden names unless asked', async ({ call, dir }) => {
  await writeFile(join(dir, '.env'), 'x');
  await mkdir(join(dir, '.git'));
  expect(await call('list_directory', { path: dir })).toBe('[]');
  expect(await call('list_directory', { path: dir, include_hidden: true })).toBe(
    '[{"name":".git","type":"directory"},{"name":".env","type":"file","size":1}]',
  );
});

it('reports a link by what it leads to, a broken one as a file without size', async ({
  call,
  dir,
}) => {
  await mkdir(join(dir, 'folder'));
  await writeFile(join(dir, 'file'), '123');
  await symlink('folder', join(dir, 'to-folder'));
  await symlink('file', join(dir, 'to-file'));
  await symlink('nowhere', join(dir, 'to-nowhere'));
  expect(JSON.parse(await call('list_directory', { path: dir }))).toEqual([
    { name: 'folder', type: 'directory' },
    { name: 'to-folder', type: 'directory' },
    { name: 'file', type: 'file', size: 3 },
    { name: 'to-file', type: 'file', size: 3 },
    { name: 'to-nowhere', type: 'file' },
  ]);
});

it('reports a pipe as a file without size', async ({ call, dir }) => {
  execFileSync('mkfifo', [join(dir, 'pipe')]);
  expect(await call('list_directory', { path: dir })).toBe('[{"name":"pipe","type":"file"}]');
});

it('lists names with line breaks, quotes and any script as JSON', async ({ call, dir }) => {
  const names = ['"', 'a\nb', 'größe 🙂'];
  for (const name of names) await writeFile(join(dir, name), '');
  expect(JSON.parse(await call('list_directory', { path: dir }))).toEqual(
    names.map(name => ({ name, type: 'file', size: 0 })),
  );
});

it('lists the whole of a large folder', async ({ call, dir }) => {
  const names = Array.from({ length: 2000 }, (_, at) => `${'n'.repeat(40)}${10_000 + at}`);
  await Promise.all(names.map(name => writeFile(join(dir, name), '')));
  const text = await call('list_directory', { path: dir });
  expect(text.length).toBeGreaterThan(50_000);
  expect(JSON.parse(text)).toEqual(names.map(name => ({ name, type: 'file', size: 0 })));
});

it('lists the folder that a link leads to', async ({ call, dir }) => {
  await mkdir(join(dir, 'folder'));
  await writeFile(join(dir, 'folder/a'), '1');
  await symlink('folder', join(dir, 'link'));
  expect(await call('list_directory', { path: join(dir, 'link') })).toBe(
    '[{"name":"a","type":"file","size":1}]',
  );
});

it('says of a file that it is no folder', async ({ error, dir }) => {
  const path = join(dir, 'a');
  await writeFile(path, '');
  expect(await error('list_directory', { path })).toBe(
    `Error: ${path} is not a folder: get_file_metadata tells about a single file`,
  );
});

it('says of a missing folder what to try', async ({ error, dir }) => {
  const path = join(dir, 'none');
  expect(await error('list_directory', { path })).toBe(
    `Error: ${path} does not exist: list its folder to see what is there`,
  );
});

it('tells nothing of what a link outside the roots leads to', async ({ dir }) => {
  await mkdir(join(dir, 'root'));
  await mkdir(join(dir, 'outside'));
  await writeFile(join(dir, 'secret'), 'four');
  await symlink(join(dir, 'secret'), join(dir, 'root/file'));
  await symlink(join(dir, 'outside'), join(dir, 'root/folder'));
  await using client = await connectClient([createFsServer({ roots: [join(dir, 'root')] })]);
  expect(JSON.parse(await client.call('list_directory', { path: join(dir, 'root') }))).toEqual([
    { name: 'file', type: 'file' },
    { name: 'folder', type: 'file' },
  ]);
});
