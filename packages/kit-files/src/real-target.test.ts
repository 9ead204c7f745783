import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { realLocation, realTarget } from './real-target.ts';

/** Links in a folder; the names tell where they lead. */
async function links() {
  const folder = await testFolder();
  const at = (...names: string[]) => join(folder.path, ...names);
  await mkdir(at('real'));
  await writeFile(at('real/file'), '');
  await symlink('real', at('to-folder'));
  await symlink('real/file', at('to-file'));
  await symlink('to-file', at('to-link'));
  await symlink('real/none', at('to-missing'));
  await symlink('to-missing', at('to-link-to-missing'));
  await symlink('none/none', at('to-missing-folder'));
  await symlink(at('real/none'), at('to-absolute'));
  await symlink('../to-missing', at('real/up'));
  await mkdir(at('deep/er'), { recursive: true });
  await symlink('deep/er', at('to-deep'));
  await symlink('../none', at('deep/er/up'));
  await symlink('loop', at('loop'));
  return { at, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe('realTarget', () => {
  it.each([
    ['a plain file', 'real/file', 'real/file'],
    ['a link to a file', 'to-file', 'real/file'],
    ['a link to a link', 'to-link', 'real/file'],
    ['a file behind a link to a folder', 'to-folder/file', 'real/file'],
    ['a missing file', 'real/none', 'real/none'],
    ['a missing file in a missing folder', 'real/no/ne', 'real/no/ne'],
    ['a missing file behind a link to a folder', 'to-folder/none', 'real/none'],
    ['a link to a missing file', 'to-missing', 'real/none'],
    ['a link to a link to a missing file', 'to-link-to-missing', 'real/none'],
    ['a link into a missing folder', 'to-missing-folder', 'none/none'],
    ['an absolute link to a missing file', 'to-absolute', 'real/none'],
    ['a link upwards to a missing file', 'to-folder/up', 'real/none'],
    ['a link upwards behind a link downwards', 'to-deep/up', 'deep/none'],
    ['a file used as a folder', 'real/file/none', 'real/file/none'],
    ['a link to a file used as a folder', 'to-file/none', 'real/file/none'],
  ])('follows %s', async (_name, path, target) => {
    await using tree = await links();
    expect(await realTarget(tree.at(path))).toBe(tree.at(target));
  });

  it.each(['loop', 'loop/below'])('fails on a loop of links: %s', async path => {
    await using tree = await links();
    await expect(realTarget(tree.at(path))).rejects.toMatchObject({ code: 'ELOOP' });
  });

  it('fails on a chain of more links than Linux follows', async () => {
    await using tree = await links();
    for (let at = 0; at < 50; at += 1) await symlink(`chain-${at + 1}`, tree.at(`chain-${at}`));
    await expect(realTarget(tree.at('chain-0'))).rejects.toMatchObject({ code: 'ELOOP' });
  });

  it('knows the top of the file system', async () => {
    expect(await realTarget('/')).toBe('/');
  });
});

describe('realLocation', () => {
  it.each([
    ['a link at the end', 'to-file', 'to-file'],
    ['a broken link at the end', 'to-missing', 'to-missing'],
    ['a loop at the end', 'loop', 'loop'],
    ['a plain file', 'real/file', 'real/file'],
  ])('leaves %s as it is', async (_name, path, location) => {
    await using tree = await links();
    expect(await realLocation(tree.at(path))).toBe(tree.at(location));
  });

  it('follows links in front of the last name', async () => {
    await using tree = await links();
    expect(await realLocation(tree.at('to-folder/up'))).toBe(tree.at('real/up'));
  });

  it('knows the top of the file system', async () => {
    expect(await realLocation('/')).toBe('/');
  });
});
