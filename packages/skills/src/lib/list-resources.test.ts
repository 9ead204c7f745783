import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { expect, it as base } from 'vitest';
import { listResources } from './list-resources.ts';

const { signal } = new AbortController();
const it = base.extend<{ dir: string }>({
  dir: async ({}, use) => {
    await using folder = await testFolder();
    await use(folder.path);
  },
});

async function write(dir: string, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), '');
  }
}

it('lists the files of a folder and of its subfolders, sorted', async ({ dir }) => {
  await write(dir, 'SKILL.md', 'b', 'a', 'scripts/x', 'references/y', 'references/deep/z');
  expect(await listResources(dir, signal)).toEqual({
    files: ['a', 'b', 'references/y', 'scripts/x'],
    more: 0,
    deeper: ['references/deep'],
  });
});

it('lists a SKILL.md of a subfolder', async ({ dir }) => {
  await write(dir, 'a/SKILL.md');
  expect(await listResources(dir, signal)).toEqual({ files: ['a/SKILL.md'], more: 0, deeper: [] });
});

it('keeps the first 50 of thousands', async ({ dir }) => {
  const names = Array.from({ length: 2500 }, (_, at) => `f${String(at).padStart(4, '0')}`);
  await Promise.all(names.toReversed().map(name => writeFile(join(dir, name), '')));
  expect(await listResources(dir, signal)).toEqual({
    files: names.slice(0, 50),
    more: 2450,
    deeper: [],
  });
});

it('follows at most 1,000 links', async ({ dir }) => {
  await write(dir, 'a');
  for (let at = 0; at < 1010; at += 1) await symlink('a', join(dir, `link${at}`));
  const { files, more } = await listResources(dir, signal);
  expect(files.length + more).toBe(1001);
});

it('leaves out a name of bytes that are no UTF-8', async ({ dir }) => {
  await writeFile(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0x61, 0xff])]), '');
  await write(dir, 'b');
  expect(await listResources(dir, signal)).toEqual({ files: ['b'], more: 0, deeper: [] });
});

it('lists nothing of a folder that is gone', async ({ dir }) => {
  expect(await listResources(join(dir, 'none'), signal)).toEqual({
    files: [],
    more: 0,
    deeper: [],
  });
});

it('ends when it is cancelled', async ({ dir }) => {
  await write(dir, 'a');
  await expect(listResources(dir, AbortSignal.abort(new Error('enough')))).rejects.toThrow(
    'enough',
  );
});
