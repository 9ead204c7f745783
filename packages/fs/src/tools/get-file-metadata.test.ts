import { execFileSync } from 'node:child_process';
import { chdir, cwd } from 'node:process';
import { mkdir, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createFsServer } from '../server.ts';

const it = serverTest(() => createFsServer());

it('tells of a file, its keys in order', async ({ call, dir }) => {
  const path = join(dir, 'report.tar.GZ');
  await writeFile(path, 'x'.repeat(1229));
  await utimes(path, 0, 1_769_848_200.5);
  const text = await call('get_file_metadata', { path });
  const created = /"created":"([^"]+)"/.exec(text)?.[1];
  expect(text).toBe(
    `{"path":"${path}","size_bytes":1229,"size_human":"1.2 KB",` +
      `"modified":"2026-01-31T08:30:00.500000+00:00","created":"${created}",` +
      '"is_file":true,"is_dir":false,"extension":".GZ"}',
  );
});

it('tells when a file was made, to the microsecond in UTC', async ({ call, dir }) => {
  const path = join(dir, 'a');
  await writeFile(path, '');
  const { birthtimeNs } = await stat(path, { bigint: true });
  const { created } = JSON.parse(await call('get_file_metadata', { path }));
  expect(created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$/);
  const microseconds = BigInt(Date.parse(created)) * 1000n + BigInt(created.slice(23, 26) || 0);
  expect(microseconds).toBe(birthtimeNs / 1000n);
});

it('tells of a time before 1970', async ({ call, dir }) => {
  const path = join(dir, 'a');
  await writeFile(path, '');
  await utimes(path, new Date(0), new Date(-1500));
  const { modified } = JSON.parse(await call('get_file_metadata', { path }));
  expect(modified).toBe('1969-12-31T23:59:58.500000+00:00');
});

it('tells of a folder', async ({ call, dir }) => {
  const path = join(dir, 'a.b');
  await mkdir(path);
  expect(JSON.parse(await call('get_file_metadata', { path }))).toMatchObject({
    path,
    is_file: false,
    is_dir: true,
    extension: '.b',
  });
});

it.for([
  ['a', ''],
  ['a.txt', '.txt'],
  ['.env', ''],
  ['.a.b', '.b'],
  ['a.', '.'],
] as const)('tells the extension of %s as %j', async ([name, extension], { call, dir }) => {
  await writeFile(join(dir, name), '');
  const metadata = JSON.parse(await call('get_file_metadata', { path: join(dir, name) }));
  expect(metadata.extension).toBe(extension);
});

it('tells of a file over the size limit', async ({ call, dir }) => {
  const path = join(dir, 'a');
  await writeFile(path, '');
  await truncate(path, 5_368_709_120);
  expect(JSON.parse(await call('get_file_metadata', { path }))).toMatchObject({
    size_bytes: 5_368_709_120,
    size_human: '5.0 GB',
  });
});

it('tells of a pipe without opening it', async ({ call, dir }) => {
  const path = join(dir, 'a');
  execFileSync('mkfifo', [path]);
  expect(JSON.parse(await call('get_file_metadata', { path }))).toMatchObject({
    size_bytes: 0,
    is_file: false,
    is_dir: false,
  });
});

it('tells of what a link leads to, under the path given', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), '12345');
  await symlink('a', join(dir, 'link.txt'));
  expect(
    JSON.parse(await call('get_file_metadata', { path: join(dir, 'link.txt') })),
  ).toMatchObject({ path: join(dir, 'link.txt'), size_bytes: 5, is_file: true, extension: '.txt' });
});

it('gives the absolute path for a relative one', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), '');
  const before = cwd();
  chdir(dir);
  try {
    const { path } = JSON.parse(await call('get_file_metadata', { path: './x/../a' }));
    expect(path).toBe(join(dir, 'a'));
  } finally {
    chdir(before);
  }
});

it('says of a missing file what to try', async ({ error, dir }) => {
  const path = join(dir, 'a');
  expect(await error('get_file_metadata', { path })).toBe(
    `Error: ${path} does not exist: list its folder to see what is there`,
  );
});
