import { execFileSync } from 'node:child_process';
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { isTemporaryName, replaceFile, temporaryName } from './replacement.ts';

const isRoot = process.getuid?.() === 0;

/** A folder with a file `old` that holds "old". */
async function oldFile() {
  const folder = await testFolder();
  const at = (name: string) => join(folder.path, name);
  await writeFile(at('old'), 'old');
  return {
    at,
    names: async () => (await readdir(folder.path)).toSorted(),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const put = (path: string, options?: Parameters<typeof replaceFile>[2]) =>
  replaceFile(path, file => file.writeFile('new'), options);
const text = (path: string) => readFile(path, 'utf8');
const modeOf = async (path: string) => (await stat(path)).mode & 0o7777;

/** Runs a task without root's rights; an ordinary user has none to lay down. */
async function asOrdinaryUser(task: () => Promise<void>): Promise<void> {
  if (isRoot) process.seteuid?.(65_534);
  try {
    await task();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe('replaceFile', () => {
  it('puts new content in place of the old and leaves nothing else', async () => {
    await using folder = await oldFile();
    await put(folder.at('old'));
    expect(await text(folder.at('old'))).toBe('new');
    expect(await folder.names()).toEqual(['old']);
  });

  it('makes a file that was missing, with the mode that the system gives', async () => {
    await using folder = await oldFile();
    await put(folder.at('other'));
    expect(await text(folder.at('other'))).toBe('new');
    expect(await modeOf(folder.at('other'))).toBe(await modeOf(folder.at('old')));
  });

  it.each([0o751, 0o400 | 0o200, 0o1644, 0o4755, 0o2755])('keeps mode %o', async mode => {
    await using folder = await oldFile();
    await chmod(folder.at('old'), mode);
    await put(folder.at('old'));
    expect(await modeOf(folder.at('old'))).toBe(mode);
  });

  it('gives the mode asked for', async () => {
    await using folder = await oldFile();
    await put(folder.at('old'), { mode: 0o100_705 });
    expect(await modeOf(folder.at('old'))).toBe(0o705);
  });

  it('keeps owner and group', async () => {
    await using folder = await oldFile();
    const { uid, gid } = isRoot ? { uid: 1234, gid: 4321 } : await stat(folder.at('old'));
    await chown(folder.at('old'), uid, gid);
    await put(folder.at('old'));
    expect(await stat(folder.at('old'))).toMatchObject({ uid, gid });
  });

  it('keeps a link and changes its target', async () => {
    await using folder = await oldFile();
    await symlink('old', folder.at('link'));
    await put(folder.at('link'));
    expect(await readlink(folder.at('link'))).toBe('old');
    expect(await text(folder.at('old'))).toBe('new');
  });

  it('makes the missing target of a link', async () => {
    await using folder = await oldFile();
    await symlink('target', folder.at('link'));
    await put(folder.at('link'));
    expect(await readlink(folder.at('link'))).toBe('target');
    expect(await text(folder.at('target'))).toBe('new');
  });

  it('replaces a link itself when told not to follow', async () => {
    await using folder = await oldFile();
    await symlink('old', folder.at('link'));
    await put(folder.at('link'), { follow: false });
    expect((await lstat(folder.at('link'))).isFile()).toBe(true);
    expect(await text(folder.at('link'))).toBe('new');
    expect(await text(folder.at('old'))).toBe('old');
  });

  it('replaces a link to a folder itself when told not to follow', async () => {
    await using folder = await oldFile();
    await mkdir(folder.at('folder'));
    await symlink('folder', folder.at('link'));
    await put(folder.at('link'), { follow: false });
    expect(await text(folder.at('link'))).toBe('new');
    await expect(put(folder.at('folder'))).rejects.toThrow(
      / is a folder: give the path of a file$/,
    );
  });

  it('breaks hard links: the other name keeps the old bytes', async () => {
    await using folder = await oldFile();
    await link(folder.at('old'), folder.at('other'));
    await put(folder.at('old'));
    expect(await text(folder.at('other'))).toBe('old');
  });

  it('leaves the old bytes and no temporary file when filling fails', async () => {
    await using folder = await oldFile();
    const filling = replaceFile(folder.at('old'), async file => {
      await file.writeFile('half of the n');
      throw new Error('no more');
    });
    await expect(filling).rejects.toThrow('no more');
    expect(await text(folder.at('old'))).toBe('old');
    expect(await folder.names()).toEqual(['old']);
  });

  it('refuses a folder', async () => {
    await using folder = await oldFile();
    await mkdir(folder.at('folder'));
    await expect(put(folder.at('folder'))).rejects.toThrow(
      `${folder.at('folder')} is a folder: give the path of a file`,
    );
    expect(await folder.names()).toEqual(['folder', 'old']);
  });

  it.each([true, false])('refuses a pipe (follow: %s)', async follow => {
    await using folder = await oldFile();
    execFileSync('mkfifo', [folder.at('pipe')]);
    await expect(put(folder.at('pipe'), { follow })).rejects.toThrow(
      `${folder.at('pipe')} is a pipe, socket or device, not a regular file`,
    );
    expect((await lstat(folder.at('pipe'))).isFIFO()).toBe(true);
  });

  it.each([
    ['missing/file', 'does not exist: list its folder to see what is there'],
    [
      'old/file',
      'cannot be reached, a part of the path is a file: list the folders above to see which',
    ],
    ['n'.repeat(300), 'is too long for this file system: use a shorter name'],
    ['loop', 'is a loop of symbolic links: delete one of them'],
  ])('names the path, not the temporary file: %s', async (name, words) => {
    await using folder = await oldFile();
    await symlink('loop', folder.at('loop'));
    await expect(put(folder.at(name))).rejects.toMatchObject({
      name: 'ToolError',
      message: `${folder.at(name)} ${words}`,
    });
    expect(await folder.names()).toEqual(['loop', 'old']);
  });

  it('does not replace a file that its user may not write', async () => {
    await using folder = await oldFile();
    await chmod(folder.at('.'), 0o777);
    await chmod(folder.at('old'), 0o444);
    await asOrdinaryUser(() =>
      expect(put(folder.at('old'))).rejects.toThrow(
        `${folder.at('old')} is not permitted for the server’s user: choose another path, ` +
          'or ask for access',
      ),
    );
    expect(await text(folder.at('old'))).toBe('old');
    expect(await folder.names()).toEqual(['old']);
  });

  it('drops the set-user bit of a file whose owner cannot be kept', async () => {
    await using folder = await oldFile();
    await chmod(folder.at('.'), 0o777);
    await chmod(folder.at('old'), 0o6777);
    const isKept = !isRoot; // an ordinary user owns the file, so it keeps owner and mode
    await asOrdinaryUser(() => put(folder.at('old')));
    expect(await text(folder.at('old'))).toBe('new');
    expect(await modeOf(folder.at('old'))).toBe(isKept ? 0o6777 : 0o777);
  });
});

it('knows its temporary names by the whole name', () => {
  expect(isTemporaryName(temporaryName())).toBe(true);
  expect(isTemporaryName('.std-tools-0123456789abcdef.tmp.json')).toBe(false);
  expect(isTemporaryName('x.std-tools-0123456789abcdef.tmp')).toBe(false);
});
