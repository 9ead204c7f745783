import { lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClient, serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createFsServer } from '../server.ts';

const it = serverTest(() => createFsServer());

it('renames a file and tells both paths', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), 'text');
  const args = { source: join(dir, 'a'), destination: join(dir, 'b') };
  expect(await call('move_file', args)).toBe(`Moved ${dir}/a to ${dir}/b.`);
  expect(await readdir(dir)).toEqual(['b']);
  expect(await readFile(join(dir, 'b'), 'utf8')).toBe('text');
});

it('moves into a folder under the same name', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), 'text');
  await mkdir(join(dir, 'folder'));
  const args = { source: join(dir, 'a'), destination: join(dir, 'folder') };
  expect(await call('move_file', args)).toBe(`Moved ${dir}/a to ${dir}/folder/a.`);
  expect(await readFile(join(dir, 'folder/a'), 'utf8')).toBe('text');
});

it('replaces a file and says so', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), 'new');
  await writeFile(join(dir, 'b'), 'old');
  const args = { source: join(dir, 'a'), destination: join(dir, 'b') };
  expect(await call('move_file', args)).toBe(
    `Moved ${dir}/a to ${dir}/b, replacing the file there.`,
  );
  expect(await readdir(dir)).toEqual(['b']);
  expect(await readFile(join(dir, 'b'), 'utf8')).toBe('new');
});

it('moves a folder with all in it', async ({ call, dir }) => {
  await mkdir(join(dir, 'a/inner'), { recursive: true });
  await writeFile(join(dir, 'a/inner/file'), 'text');
  const args = { source: join(dir, 'a'), destination: join(dir, 'b') };
  expect(await call('move_file', args)).toBe(`Moved ${dir}/a to ${dir}/b.`);
  expect(await readFile(join(dir, 'b/inner/file'), 'utf8')).toBe('text');
  expect(await readdir(dir)).toEqual(['b']);
});

it('moves a folder into a folder', async ({ call, dir }) => {
  await mkdir(join(dir, 'a'));
  await mkdir(join(dir, 'b'));
  const args = { source: join(dir, 'a'), destination: join(dir, 'b') };
  expect(await call('move_file', args)).toBe(`Moved ${dir}/a to ${dir}/b/a.`);
  expect(await readdir(join(dir, 'b'))).toEqual(['a']);
});

it('moves a link itself', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), 'text');
  await symlink('a', join(dir, 'link'));
  await call('move_file', { source: join(dir, 'link'), destination: join(dir, 'moved') });
  expect(await readlink(join(dir, 'moved'))).toBe('a');
  expect((await lstat(join(dir, 'a'))).isFile()).toBe(true);
});

it('moves a link itself when confined, also one that leads out', async ({ dir }) => {
  await mkdir(join(dir, 'in'));
  await writeFile(join(dir, 'out'), 'text');
  await symlink('../out', join(dir, 'in/link'));
  await using client = await connectClient([createFsServer({ roots: [join(dir, 'in')] })]);
  const args = { source: join(dir, 'in/link'), destination: join(dir, 'in/moved') };
  expect(await client.call('move_file', args)).toBe(`Moved ${dir}/in/link to ${dir}/in/moved.`);
  expect(await readlink(join(dir, 'in/moved'))).toBe('../out');
  expect(await readFile(join(dir, 'out'), 'utf8')).toBe('text');
});

it.for([
  ['a', 'a', 'source and destination are the same: give another destination'],
  ['folder', 'folder', 'destination DIR/folder/folder is inside the folder to move'],
  ['folder', 'folder/inner', 'destination DIR/folder/inner/folder is inside the folder to move'],
  ['folder', 'a', 'destination DIR/a is a file, and source is a folder'],
  ['none', 'b', 'DIR/none does not exist: list its folder to see what is there'],
  [
    'a',
    'no/b',
    'destination DIR/no/b cannot be reached, its folder does not exist: ' +
      'create_file with create_dirs makes folders',
  ],
  ['a', 'a/b', 'destination DIR/a/b cannot be reached: DIR/a is a file, not a folder'],
  ['folder/same', '.', 'destination DIR/same is a folder already'],
] as const)('refuses to move %s to %s', async ([source, destination, message], { error, dir }) => {
  await writeFile(join(dir, 'a'), 'text');
  await mkdir(join(dir, 'folder/inner'), { recursive: true });
  await writeFile(join(dir, 'folder/same'), '');
  await mkdir(join(dir, 'same'));
  const args = { source: join(dir, source), destination: join(dir, destination) };
  expect(await error('move_file', args)).toBe(`Error: ${message.replaceAll('DIR', dir)}`);
  expect(await readFile(join(dir, 'a'), 'utf8')).toBe('text');
  expect((await readdir(dir)).toSorted()).toEqual(['a', 'folder', 'same']);
});

it('does not follow a link out of the roots', async ({ dir }) => {
  for (const name of ['in', 'out']) await mkdir(join(dir, name));
  await writeFile(join(dir, 'in/a'), 'text');
  await symlink('../out', join(dir, 'in/link'));
  await using client = await connectClient([createFsServer({ roots: [join(dir, 'in')] })]);
  const args = { source: join(dir, 'in/a'), destination: join(dir, 'in/link') };
  expect(await client.error('move_file', args)).toBe(
    `Error: destination ${dir}/in/link/a is outside the allowed folders: ${dir}/in`,
  );
  expect(await readdir(join(dir, 'out'))).toEqual([]);
});

it('moves one file once when 20 calls ask for it', async ({ client, dir }) => {
  await writeFile(join(dir, 'a'), 'text');
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      client.raw('move_file', { source: join(dir, 'a'), destination: join(dir, `b${at}`) }),
    ),
  );
  expect(replies.filter(({ isError }) => !isError)).toHaveLength(1);
  expect(await readdir(dir)).toHaveLength(1);
});
