import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { connectClient, serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createFsServer } from '../server.ts';

const it = serverTest(() => createFsServer());

it('copies a file with its mode and times, and tells both paths', async ({ call, dir }) => {
  const [source, destination] = [join(dir, 'a'), join(dir, 'b')];
  const time = new Date('2001-02-03T04:05:06Z');
  await writeFile(source, Buffer.from([0, 255, 10]));
  await chmod(source, 0o751);
  await utimes(source, time, time);
  expect(await call('copy_file', { source, destination })).toBe(
    `Copied ${source} to ${destination}.`,
  );
  expect((await readFile(destination)).toString('hex')).toBe('00ff0a');
  expect((await readFile(source)).toString('hex')).toBe('00ff0a');
  const { mode, mtime } = await stat(destination);
  expect([mode & 0o7777, mtime]).toEqual([0o751, time]);
});

it('copies into a folder under the same name', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), 'text');
  await mkdir(join(dir, 'folder'));
  const args = { source: join(dir, 'a'), destination: join(dir, 'folder') };
  expect(await call('copy_file', args)).toBe(`Copied ${dir}/a to ${dir}/folder/a.`);
  expect(await readFile(join(dir, 'folder/a'), 'utf8')).toBe('text');
});

it('replaces a file and says so', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), 'new');
  await writeFile(join(dir, 'b'), 'an older text');
  const args = { source: join(dir, 'a'), destination: join(dir, 'b') };
  expect(await call('copy_file', args)).toBe(
    `Copied ${dir}/a to ${dir}/b, replacing the file there.`,
  );
  expect(await readFile(join(dir, 'b'), 'utf8')).toBe('new');
});

it('copies what a link leads to', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), 'text');
  await symlink('a', join(dir, 'link'));
  await call('copy_file', { source: join(dir, 'link'), destination: join(dir, 'b') });
  expect((await lstat(join(dir, 'b'))).isFile()).toBe(true);
});

it('makes the missing target of a link, and does not call that replacing', async ({
  call,
  dir,
}) => {
  await writeFile(join(dir, 'a'), 'text');
  await symlink('target', join(dir, 'link'));
  const args = { source: join(dir, 'a'), destination: join(dir, 'link') };
  expect(await call('copy_file', args)).toBe(`Copied ${dir}/a to ${dir}/link.`);
  expect(await readlink(join(dir, 'link'))).toBe('target');
  expect(await readFile(join(dir, 'target'), 'utf8')).toBe('text');
});

it('reports the bytes copied', async ({ client, dir }) => {
  await writeFile(join(dir, 'a'), Buffer.alloc(2_500_000));
  const reports: string[] = [];
  await client.raw(
    'copy_file',
    { source: join(dir, 'a'), destination: join(dir, 'b') },
    { onprogress: ({ progress, message }) => void reports.push(`${progress} ${message}`) },
  );
  expect(reports).toEqual(['1048576 bytes copied', '2097152 bytes copied', '2500000 bytes copied']);
});

it.for([
  ['folder', 'b', 'source DIR/folder is a folder: only files are copied'],
  ['a', 'a', 'source and destination are one file: give another destination'],
  ['a', '.', 'source and destination are one file: give another destination'],
  ['a', 'link', 'source and destination are one file: give another destination'],
  ['none', 'b', 'DIR/none does not exist: list its folder to see what is there'],
  [
    'a/below',
    'b',
    'DIR/a/below cannot be reached, a part of the path is a file: list the folders above to see which',
  ],
  [
    'a',
    'no/b',
    'destination DIR/no/b cannot be reached, its folder does not exist: ' +
      'create_file with create_dirs makes folders',
  ],
  ['a', 'a/b', 'destination DIR/a/b cannot be reached: DIR/a is a file, not a folder'],
  [
    'a',
    'n'.repeat(300),
    `DIR/${'n'.repeat(300)} is too long for this file system: use a shorter name`,
  ],
] as const)(
  'refuses to copy %s to %.10s',
  async ([source, destination, message], { error, dir }) => {
    await writeFile(join(dir, 'a'), 'text');
    await mkdir(join(dir, 'folder'));
    await symlink('a', join(dir, 'link'));
    const args = { source: join(dir, source), destination: join(dir, destination) };
    expect(await error('copy_file', args)).toBe(`Error: ${message.replaceAll('DIR', dir)}`);
    expect(await readFile(join(dir, 'a'), 'utf8')).toBe('text');
    expect((await readdir(dir)).toSorted()).toEqual(['a', 'folder', 'link']);
  },
);

it('does not follow a link out of the roots', async ({ dir }) => {
  for (const name of ['in', 'out']) await mkdir(join(dir, name));
  await writeFile(join(dir, 'in/a'), 'text');
  await symlink('../out', join(dir, 'in/link'));
  await symlink('../../out/b', join(dir, 'in/link-b'));
  await using client = await connectClient([createFsServer({ roots: [join(dir, 'in')] })]);
  for (const destination of [join(dir, 'in/link'), join(dir, 'in/link-b')])
    expect(await client.error('copy_file', { source: join(dir, 'in/a'), destination })).toMatch(
      /^Error: destination \S+ is outside the allowed folders: \S+\/in$/,
    );
  expect(await readdir(join(dir, 'out'))).toEqual([]);
});

it('does not follow a link inside the destination folder out of the roots', async ({ dir }) => {
  await mkdir(join(dir, 'in/folder'), { recursive: true });
  await writeFile(join(dir, 'in/a'), 'new');
  await writeFile(join(dir, 'secret'), 'old');
  await symlink('../../secret', join(dir, 'in/folder/a'));
  await using client = await connectClient([createFsServer({ roots: [join(dir, 'in')] })]);
  const args = { source: join(dir, 'in/a'), destination: join(dir, 'in/folder') };
  expect(await client.error('copy_file', args)).toBe(
    `Error: destination ${dir}/in/folder/a is outside the allowed folders: ${dir}/in`,
  );
  expect(await readFile(join(dir, 'secret'), 'utf8')).toBe('old');
});

it('does not copy a file that has no end', async ({ error, dir }) => {
  const args = { source: '/proc/self/pagemap', destination: join(dir, 'copy') };
  expect(await error('copy_file', args)).toBe(
    'Error: source /proc/self/pagemap does not end where its size says: not copied',
  );
  expect(await readdir(dir)).toEqual([]);
});

it('copies what a link leads to under the name of the link', async ({ call, dir }) => {
  await writeFile(join(dir, 'real.txt'), 'text');
  await symlink('real.txt', join(dir, 'link.txt'));
  await mkdir(join(dir, 'into'));
  await call('copy_file', { source: join(dir, 'link.txt'), destination: join(dir, 'into') });
  expect(await readFile(join(dir, 'into/link.txt'), 'utf8')).toBe('text');
});
