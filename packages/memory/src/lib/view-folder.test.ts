import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { viewFolder } from './view-folder.ts';

const signal = new AbortController().signal;

async function folderWith(sizes: Readonly<Record<string, number>>) {
  const folder = await testFolder();
  for (const [name, size] of Object.entries(sizes)) {
    const path = join(folder.path, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '');
    await truncate(path, size);
  }
  return folder;
}

it('lists two levels, with the size of all that is below', async () => {
  await using folder = await folderWith({ 'b.md': 10, 'a/c/d/e.md': 1536, 'a/f': 512, 'a.md': 0 });
  expect(await viewFolder(folder.path, '/', signal)).toBe(
    ['2.0K\t/', '0\t/a.md', '2.0K\t/a/', '1.5K\t/a/c/', '512\t/a/f', '10\t/b.md'].join('\n'),
  );
});

it('starts paths with that of the folder', async () => {
  await using folder = await folderWith({ a: 1 });
  expect(await viewFolder(folder.path, '/x/y', signal)).toBe('1\t/x/y/\n1\t/x/y/a');
});

it('leaves out and does not count hidden names and node_modules', async () => {
  await using folder = await folderWith({ a: 1, '.b': 2, '.lock/c': 4, 'd/node_modules/e': 8 });
  expect(await viewFolder(folder.path, '/', signal)).toBe('1\t/\n1\t/a\n0\t/d/');
});

it('shows links and pipes, and opens none', async () => {
  await using folder = await folderWith({ 'a/b': 5 });
  await symlink('a', join(folder.path, 'link'));
  await symlink('..', join(folder.path, 'up'));
  await symlink('nothing', join(folder.path, 'broken'));
  execFileSync('mkfifo', [join(folder.path, 'pipe')]);
  expect(await viewFolder(folder.path, '/', signal)).toBe(
    ['15\t/', '5\t/a/', '5\t/a/b', '7\t/broken', '1\t/link', '0\t/pipe', '2\t/up'].join('\n'),
  );
});

it('writes control characters in names by their codes', async () => {
  await using folder = await folderWith({ 'a\n1\tb': 1 });
  expect(await viewFolder(folder.path, '/', signal)).toBe('1\t/\n1\t/a\\n1\\tb');
});

it('says when it did not look at everything', async () => {
  await using folder = await folderWith({ a: 1, b: 1, c: 1 });
  const lines = (await viewFolder(folder.path, '/', signal, 2)).split('\n');
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toBe('(only the first 2 entries were looked at and counted)');
});

it('looks at exactly as many as allowed', async () => {
  await using folder = await folderWith({ a: 1, b: 1 });
  expect(await viewFolder(folder.path, '/', signal, 2)).toBe('2\t/\n1\t/a\n1\t/b');
});

it('ends when the call is cancelled', async () => {
  await using folder = await folderWith({ a: 1 });
  await expect(viewFolder(folder.path, '/', AbortSignal.abort())).rejects.toMatchObject({
    name: 'AbortError',
  });
});
