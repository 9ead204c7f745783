import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { isBelow, placeInside } from './inside.ts';

const test = it.extend<{ root: string }>({
  root: async ({}, use) => {
    await using folder = await testFolder();
    const root = join(folder.path, 'root');
    await mkdir(join(root, 'sub'), { recursive: true });
    await writeFile(join(root, 'sub/a'), '');
    await mkdir(join(folder.path, 'root-2'));
    await writeFile(join(folder.path, 'root-2/a'), '');
    await use(root);
  },
});

test.for(['sub/a', './sub//a', 'sub/../sub/a', 'sub'])('finds %s', async (path, { root }) => {
  const real = path === 'sub' ? join(root, 'sub') : join(root, 'sub/a');
  expect(await placeInside(root, path)).toEqual({ kind: 'inside', real });
});

test('finds an absolute path that is inside', async ({ root }) => {
  const real = join(root, 'sub/a');
  expect(await placeInside(root, real)).toEqual({ kind: 'inside', real });
});

test.for(['', '.', '..', '../root-2/a', 'sub/../..', '/', '/etc/passwd', '../none', '/none'])(
  'takes %j for outside',
  async (path, { root }) => {
    expect(await placeInside(root, path)).toEqual({ kind: 'outside' });
  },
);

test.for(['none', 'sub/none', 'none/none', 'sub/a/none', '..a', '...'])(
  'misses %s',
  async (path, { root }) => {
    expect(await placeInside(root, path)).toEqual({ kind: 'missing' });
  },
);

test('follows a link that stays inside', async ({ root }) => {
  await symlink('sub', join(root, 'link'));
  expect(await placeInside(root, 'link/a')).toEqual({ kind: 'inside', real: join(root, 'sub/a') });
  expect(await placeInside(root, 'link/none')).toEqual({ kind: 'missing' });
});

test.for<[string, string]>([
  ['../root-2', 'link/a'],
  ['../root-2', 'link/none'],
  ['../root-2', 'link/none/none'],
  ['../root-2/a', 'link'],
  ['../root-2/a', 'link/none'],
  ['../none', 'link'],
  ['../none', 'link/none'],
  ['none', 'link'],
  ['link', 'link'],
  ['link', 'link/a'],
  ['.', 'link'],
  ['..', 'link/root-2/a'],
])('with a link to %s takes %s for outside', async ([target, path], { root }) => {
  await symlink(target, join(root, 'link'));
  expect(await placeInside(root, path)).toEqual({ kind: 'outside' });
});

describe('isBelow', () => {
  it.each([
    ['/a/b', '/a', true],
    ['/a/..b', '/a', true],
    ['/a', '/a', false],
    ['/ab', '/a', false],
    ['/', '/a', false],
  ])('says of %s below %s: %s', (path, folder, is) => {
    expect(isBelow(path, folder)).toBe(is);
  });
});
