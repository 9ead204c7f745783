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
    ['2.0 KB\t/', '0 B\t/a.md', '2.0 KB\t/a/', '1.5 KB\t/a/c/', '512 B\t/a/f', '10 B\t/b.md'].join(
      '\n',
    ),
  );
});

it('starts paths with that of the folder', async () => {
  await using folder = await folderWith({ a: 1 });
  expect(await viewFolder(folder.path, '/x/y', signal)).toBe('1 B\t/x/y/\n1 B\t/x/y/a');
});

it('leaves out and does not count hidden names and node_modules', async () => {
  await using folder = await folderWith({ a: 1, '.b': 2, '.lock/c': 4, 'd/node_modules/e': 8 });
  expect(await viewFolder(folder.path, '/', signal)).toBe('1 B\t/\n1 B\t/a\n0 B\t/d/');
});

it('shows links and pipes, and opens none', async () => {
  await using folder = await folderWith({ 'a/b': 5 });
  await symlink('a', join(folder.path, 'link'));
  await symlink('..', join(folder.path, 'up'));
  await symlink('nothing', join(folder.path, 'broken'));
  execFileSync('mkfifo', [join(folder.path, 'pipe')]);
  expect(await viewFolder(folder.path, '/', signal)).toBe(
    [
      '15 B\t/',
      '5 B\t/a/',
      '5 B\t/a/b',
      '7 B\t/broken',
      '1 B\t/link',
      '0 B\t/pipe',
      '2 B\t/up',
    ].join('\n'),
  );
});

it('writes control characters in names by their codes', async () => {
  await using folder = await folderWith({ 'a\n1\tb': 1 });
  expect(await viewFolder(folder.path, '/', signal)).toBe('1 B\t/\n1 B\t/a\\n1\\tb');
});

it('says when it did not look at everything', async () => {
  await using folder = await folderWith({ a: 1, b: 1, c: 1 });
  const lines = (await viewFolder(folder.path, '/', signal, 2)).split('\n');
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toBe('(only the first 2 entries were looked at and counted)');
});

it('looks at exactly as many as allowed', async () => {
  await using folder = await folderWith({ a: 1, b: 1 });
  expect(await viewFolder(folder.path, '/', signal, 2)).toBe('2 B\t/\n1 B\t/a\n1 B\t/b');
});

it('ends when the call is cancelled', async () => {
  await using folder = await folderWith({ a: 1 });
  await expect(viewFolder(folder.path, '/', AbortSignal.abort())).rejects.toMatchObject({
    name: 'AbortError',
  });
});
