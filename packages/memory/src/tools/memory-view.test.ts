import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createMemoryServer } from '../server.ts';

const it = serverTest(dir => createMemoryServer({ memoryDir: dir }));

it('shows a file with line numbers', async ({ call, dir }) => {
  await writeFile(join(dir, 'a.md'), '# A\n\n- b\n');
  expect(await call('memory_view', { path: '/memories/a.md' })).toBe(
    '     1\t# A\n     2\t\n     3\t- b',
  );
});

it('shows a range of lines', async ({ call, dir }) => {
  await writeFile(join(dir, 'a.md'), '1\n2\n3\n');
  expect(await call('memory_view', { path: 'a.md', view_range: [2, 20] })).toBe(
    '     2\t2\n     3\t3',
  );
});

it('names the lines that there are when the range is wrong', async ({ error, dir }) => {
  await writeFile(join(dir, 'a.md'), '1\n2\n');
  expect(await error('memory_view', { path: 'a.md', view_range: [3, 4] })).toBe(
    'Error: view_range [3,4] starts past the end: /a.md has 2 lines',
  );
});

it('gives a long file whole', async ({ call, dir }) => {
  await writeFile(join(dir, 'a.md'), 'line\n'.repeat(20_000));
  expect((await call('memory_view', { path: 'a.md' })).split('\n')).toHaveLength(20_000);
});

it.for(['', '/', '.', '/memories'])('lists the memory for %j', async (path, { call, dir }) => {
  await mkdir(join(dir, 'a'));
  await writeFile(join(dir, 'a/b.md'), 'x'.repeat(1536));
  expect(await call('memory_view', { path })).toBe('1.5 KB\t/\n1.5 KB\t/a/\n1.5 KB\t/a/b.md');
});

it('lists a folder', async ({ call, dir }) => {
  await mkdir(join(dir, 'a'));
  await writeFile(join(dir, 'a/b.md'), 'x');
  expect(await call('memory_view', { path: 'a/' })).toBe('1 B\t/a/\n1 B\t/a/b.md');
});

it('shows an empty memory when its folder does not exist, and makes none', async ({
  call,
  error,
  dir,
}) => {
  await rm(dir, { recursive: true });
  expect(await call('memory_view', { path: '/' })).toBe('0 B\t/');
  expect(await error('memory_view', { path: 'a' })).toBe(
    'Error: /a does not exist: memory_view of a folder shows what is there',
  );
  await mkdir(dir); // fails if a call made it
});

it('refuses a range for a folder', async ({ error }) => {
  expect(await error('memory_view', { path: '/', view_range: [1, 2] })).toBe(
    'Error: / is a folder: view_range is for files, leave it out',
  );
});

it('shows bytes that are not UTF-8 as well as it can', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), Buffer.from([0x61, 0xff, 0x0a]));
  expect(await call('memory_view', { path: 'a' })).toBe('     1\ta\ufffd');
});

it('refuses a pipe at once', async ({ error, dir }) => {
  execFileSync('mkfifo', [join(dir, 'pipe')]);
  expect(await error('memory_view', { path: 'pipe' })).toBe(
    'Error: /pipe is a pipe, socket or device, not a regular file',
  );
});

it('follows a link inside the memory', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), 'x');
  await symlink('a', join(dir, 'link'));
  expect(await call('memory_view', { path: 'link' })).toBe('     1\tx');
});
