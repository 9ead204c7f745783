import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { makeParent } from './make-parent.ts';

describe('makeParent', () => {
  it.each([true, false])('leaves a folder that is there alone (create: %s)', async create => {
    await using folder = await testFolder();
    await makeParent(join(folder.path, 'file'), create);
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('takes a link to a folder for a folder', async () => {
    await using folder = await testFolder();
    await mkdir(join(folder.path, 'real'));
    await symlink('real', join(folder.path, 'link'));
    await makeParent(join(folder.path, 'link/file'), false);
    expect((await readdir(folder.path)).toSorted()).toEqual(['link', 'real']);
  });

  it('makes all missing folders when allowed', async () => {
    await using folder = await testFolder();
    await makeParent(join(folder.path, 'a/b/c/file'), true);
    expect((await stat(join(folder.path, 'a/b/c'))).isDirectory()).toBe(true);
    expect(await readdir(join(folder.path, 'a/b/c'))).toEqual([]);
  });

  it('names the missing folder and the argument that makes it', async () => {
    await using folder = await testFolder();
    await expect(makeParent(join(folder.path, 'a/b/file'), false)).rejects.toMatchObject({
      name: 'ToolError',
      message: `folder ${folder.path}/a/b does not exist: set create_dirs to true to make it`,
    });
    expect(await readdir(folder.path)).toEqual([]);
  });

  it.each([true, false])('refuses a file as the folder (create: %s)', async create => {
    await using folder = await testFolder();
    const file = join(folder.path, 'file');
    await writeFile(file, 'text');
    await expect(makeParent(join(file, 'below'), create)).rejects.toMatchObject({
      name: 'ToolError',
      message: `${file} is a file, not a folder: choose another path`,
    });
  });

  it('names a folder that cannot be reached', async () => {
    await using folder = await testFolder();
    await symlink('loop', join(folder.path, 'loop'));
    await expect(makeParent(join(folder.path, 'loop/file'), true)).rejects.toMatchObject({
      name: 'ToolError',
      message: `${folder.path}/loop is a loop of symbolic links: delete one of them`,
    });
  });
});
