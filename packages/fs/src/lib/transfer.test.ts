// Long, as a transfer is tested within and across file systems.
import { execFileSync } from 'node:child_process';
import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { copyContent, exists, move, placeFor } from './transfer.ts';

const { signal } = new AbortController();
const old = new Date('2001-02-03T04:05:06Z');

async function folderOf() {
  const folder = await testFolder();
  const at = (...names: string[]) => join(folder.path, ...names);
  return { at, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** A folder here, and one on another file system: that of shared memory, which Linux always has. */
async function twoFileSystems() {
  const folder = await testFolder();
  const other = await mkdtemp('/dev/shm/std-tools-test-');
  expect((await stat(other)).dev).not.toBe((await stat(folder.path)).dev);
  return {
    here: (...names: string[]) => join(folder.path, ...names),
    there: (...names: string[]) => join(other, ...names),
    async [Symbol.asyncDispose]() {
      await rm(other, { recursive: true, force: true });
      await folder[Symbol.asyncDispose]();
    },
  };
}

const text = (path: string) => readFile(path, 'utf8');
const modeOf = async (path: string) => (await stat(path)).mode & 0o7777;

describe('placeFor', () => {
  it('is the destination itself when that is missing or a file', async () => {
    await using folder = await folderOf();
    await writeFile(folder.at('file'), '');
    expect(await placeFor('/a/name', folder.at('none'))).toBe(folder.at('none'));
    expect(await placeFor('/a/name', folder.at('file'))).toBe(folder.at('file'));
  });

  it('is inside a destination that is a folder, or a link to one', async () => {
    await using folder = await folderOf();
    await mkdir(folder.at('folder'));
    await symlink('folder', folder.at('link'));
    expect(await placeFor('/a/name', folder.at('folder'))).toBe(folder.at('folder/name'));
    expect(await placeFor('/a/name', folder.at('link'))).toBe(folder.at('link/name'));
  });

  it('is refused when its folder is missing', async () => {
    await using folder = await folderOf();
    const destination = folder.at('no/such/file');
    await expect(placeFor('/a', destination)).rejects.toMatchObject({
      name: 'ToolError',
      message:
        `destination ${destination} cannot be reached, its folder does not exist: ` +
        'create_file with create_dirs makes folders',
    });
  });

  it('is refused when its folder is a file', async () => {
    await using folder = await folderOf();
    await writeFile(folder.at('file'), '');
    const destination = folder.at('file/below');
    await expect(placeFor('/a', destination)).rejects.toMatchObject({
      name: 'ToolError',
      message:
        `destination ${destination} cannot be reached: ${folder.at('file')} is a file, ` +
        'not a folder',
    });
  });

  it('is refused when its folder is a loop of links', async () => {
    await using folder = await folderOf();
    await symlink('loop', folder.at('loop'));
    const destination = folder.at('loop/file');
    await expect(placeFor('/a', destination)).rejects.toMatchObject({
      name: 'ToolError',
      message: `destination ${destination} is a loop of symbolic links: delete one of them`,
    });
  });
});

describe('exists', () => {
  it('is true of everything that has a name', async () => {
    await using folder = await folderOf();
    await writeFile(folder.at('file'), '');
    await symlink('nowhere', folder.at('broken'));
    expect(await exists(folder.at('.'))).toBe(true);
    expect(await exists(folder.at('file'))).toBe(true);
    expect(await exists(folder.at('broken'))).toBe(true);
    expect(await exists(folder.at('none'))).toBe(false);
  });
});

describe('copyContent', () => {
  it('copies bytes, mode and times', async () => {
    await using folder = await folderOf();
    const bytes = Buffer.from([0, 255, 10, 13]);
    await writeFile(folder.at('a'), bytes);
    await chmod(folder.at('a'), 0o751);
    await utimes(folder.at('a'), old, old);
    await copyContent(folder.at('a'), folder.at('b'), { signal });
    expect((await readFile(folder.at('b'))).equals(bytes)).toBe(true);
    expect(await modeOf(folder.at('b'))).toBe(0o751);
    expect((await stat(folder.at('b'))).mtime).toEqual(old);
    expect((await readdir(folder.at('.'))).toSorted()).toEqual(['a', 'b']);
  });

  it('tells of the bytes done', async () => {
    await using folder = await folderOf();
    await writeFile(folder.at('a'), Buffer.alloc(2_500_000));
    const told: string[] = [];
    const onBytes = async (done: number, total: number) => void told.push(`${done}/${total}`);
    await copyContent(folder.at('a'), folder.at('b'), { signal, onBytes });
    expect(told).toEqual(['1048576/2500000', '2097152/2500000', '2500000/2500000']);
  });

  it('copies what a link leads to', async () => {
    await using folder = await folderOf();
    await writeFile(folder.at('a'), 'text');
    await symlink('a', folder.at('link'));
    await copyContent(folder.at('link'), folder.at('b'), { signal });
    expect((await lstat(folder.at('b'))).isFile()).toBe(true);
    expect(await text(folder.at('b'))).toBe('text');
  });

  it('writes through a link at the destination', async () => {
    await using folder = await folderOf();
    await writeFile(folder.at('a'), 'new');
    await writeFile(folder.at('b'), 'old');
    await symlink('b', folder.at('link'));
    await copyContent(folder.at('a'), folder.at('link'), { signal });
    expect(await readlink(folder.at('link'))).toBe('b');
    expect(await text(folder.at('b'))).toBe('new');
  });

  it.each(['a', 'link', 'hard'])('refuses to copy a file onto itself: %s', async name => {
    await using folder = await folderOf();
    await writeFile(folder.at('a'), 'text');
    await symlink('a', folder.at('link'));
    await link(folder.at('a'), folder.at('hard'));
    await expect(copyContent(folder.at('a'), folder.at(name), { signal })).rejects.toThrow(
      'source and destination are one file: give another destination',
    );
    expect(await text(folder.at('a'))).toBe('text');
  });

  it('stops when cancelled, with the old destination whole and nothing left', async () => {
    await using folder = await folderOf();
    await writeFile(folder.at('a'), Buffer.alloc(8_000_000));
    await writeFile(folder.at('b'), 'old');
    const cancel = new AbortController();
    const copying = copyContent(folder.at('a'), folder.at('b'), {
      signal: cancel.signal,
      onBytes: async () => cancel.abort(),
    });
    await expect(copying).rejects.toMatchObject({ name: 'AbortError' });
    expect(await text(folder.at('b'))).toBe('old');
    expect((await readdir(folder.at('.'))).toSorted()).toEqual(['a', 'b']);
  });

  it.each([
    ['folder', /^source .*folder is a folder: only files are copied$/],
    ['pipe', /^source .*pipe is a pipe, socket or device$/],
  ])('refuses a %s', async (name, message) => {
    await using folder = await folderOf();
    await mkdir(folder.at('folder'));
    execFileSync('mkfifo', [folder.at('pipe')]);
    await expect(copyContent(folder.at(name), folder.at('b'), { signal })).rejects.toThrow(message);
    expect(await exists(folder.at('b'))).toBe(false);
  });
});

describe('move', () => {
  it('renames a file, a link and a folder', async () => {
    await using folder = await folderOf();
    await writeFile(folder.at('file'), 'text');
    await symlink('nowhere', folder.at('link'));
    await mkdir(folder.at('folder/inner'), { recursive: true });
    for (const name of ['file', 'link', 'folder'])
      await move(folder.at(name), folder.at(`new-${name}`), { signal });
    expect((await readdir(folder.at('.'))).toSorted()).toEqual([
      'new-file',
      'new-folder',
      'new-link',
    ]);
    expect(await text(folder.at('new-file'))).toBe('text');
    expect(await readlink(folder.at('new-link'))).toBe('nowhere');
    expect(await readdir(folder.at('new-folder'))).toEqual(['inner']);
  });

  it('replaces a file, and a link itself', async () => {
    await using folder = await folderOf();
    for (const name of ['a', 'b', 'c']) await writeFile(folder.at(name), name);
    await symlink('c', folder.at('link'));
    await move(folder.at('a'), folder.at('link'), { signal });
    await move(folder.at('link'), folder.at('b'), { signal });
    expect((await readdir(folder.at('.'))).toSorted()).toEqual(['b', 'c']);
    expect(await text(folder.at('b'))).toBe('a');
    expect(await text(folder.at('c'))).toBe('c');
  });

  it.each([
    ['onto itself', 'file', 'file', /^source and destination are the same: give another/],
    ['a folder into itself', 'folder', 'folder/inner/x', /^destination .* is inside the folder/],
    ['a file onto a folder', 'file', 'folder', /^destination .*folder is a folder already$/],
    ['a folder onto a file', 'folder', 'file', /^destination .*file is a file, and source is a f/],
    ['to a long name', 'file', 'n'.repeat(300), /nnn is too long for this file system: use a sh/],
  ])('refuses to move %s', async (_name, source, destination, message) => {
    await using folder = await folderOf();
    await writeFile(folder.at('file'), 'text');
    await mkdir(folder.at('folder/inner'), { recursive: true });
    await expect(move(folder.at(source), folder.at(destination), { signal })).rejects.toThrow(
      message,
    );
    expect(await text(folder.at('file'))).toBe('text');
    expect(await readdir(folder.at('folder'))).toEqual(['inner']);
  });
});

describe('move to another file system', () => {
  it('copies a file with mode and times, and removes it', async () => {
    await using places = await twoFileSystems();
    await writeFile(places.here('a'), 'text');
    await chmod(places.here('a'), 0o751);
    await utimes(places.here('a'), old, old);
    const told: string[] = [];
    await move(places.here('a'), places.there('b'), {
      signal,
      onBytes: async (done, total) => void told.push(`${done}/${total}`),
    });
    expect(await exists(places.here('a'))).toBe(false);
    expect(await text(places.there('b'))).toBe('text');
    expect(await modeOf(places.there('b'))).toBe(0o751);
    expect((await stat(places.there('b'))).mtime).toEqual(old);
    expect(told).toEqual(['4/4']);
    expect(await readdir(places.there())).toEqual(['b']);
  });

  it('replaces a link itself, not what it leads to', async () => {
    await using places = await twoFileSystems();
    await writeFile(places.here('a'), 'new');
    await writeFile(places.here('outside'), 'old');
    await symlink(places.here('outside'), places.there('link'));
    await move(places.here('a'), places.there('link'), { signal });
    expect((await lstat(places.there('link'))).isFile()).toBe(true);
    expect(await text(places.there('link'))).toBe('new');
    expect(await text(places.here('outside'))).toBe('old');
  });

  it('moves a link as a link, over a file as well', async () => {
    await using places = await twoFileSystems();
    await symlink('nowhere', places.here('link'));
    await writeFile(places.there('b'), 'old');
    await move(places.here('link'), places.there('b'), { signal });
    expect(await readlink(places.there('b'))).toBe('nowhere');
    expect(await readdir(places.here())).toEqual([]);
  });

  it('moves a folder with all in it', async () => {
    await using places = await twoFileSystems();
    await mkdir(places.here('a/inner/empty'), { recursive: true });
    await writeFile(places.here('a/inner/file'), 'text');
    await chmod(places.here('a/inner/file'), 0o640);
    await symlink('../broken', places.here('a/inner/link'));
    await utimes(places.here('a/inner/file'), old, old);
    await chmod(places.here('a/inner'), 0o750);
    await utimes(places.here('a/inner'), old, old);
    await move(places.here('a'), places.there('b'), { signal });
    expect(await readdir(places.here())).toEqual([]);
    expect((await readdir(places.there('b/inner'))).toSorted()).toEqual(['empty', 'file', 'link']);
    expect(await text(places.there('b/inner/file'))).toBe('text');
    expect(await readlink(places.there('b/inner/link'))).toBe('../broken');
    expect(await modeOf(places.there('b/inner/file'))).toBe(0o640);
    expect(await modeOf(places.there('b/inner'))).toBe(0o750);
    expect((await stat(places.there('b/inner/file'))).mtime).toEqual(old);
    expect((await stat(places.there('b/inner'))).mtime).toEqual(old);
  });

  it('leaves a folder where it was when a part of it cannot move', async () => {
    await using places = await twoFileSystems();
    await mkdir(places.here('a'));
    await writeFile(places.here('a/file'), 'text');
    execFileSync('mkfifo', [places.here('a/pipe')]);
    await expect(move(places.here('a'), places.there('b'), { signal })).rejects.toMatchObject({
      name: 'ToolError',
      message:
        `${places.here('a/pipe')} is a pipe, socket or device, ` +
        'which cannot move to another file system',
    });
    expect((await readdir(places.here('a'))).toSorted()).toEqual(['file', 'pipe']);
    expect(await readdir(places.there())).toEqual([]);
  });

  it('stops when cancelled and leaves a folder where it was', async () => {
    await using places = await twoFileSystems();
    await mkdir(places.here('a'));
    await writeFile(places.here('a/file'), 'text');
    const moving = move(places.here('a'), places.there('b'), { signal: AbortSignal.abort() });
    await expect(moving).rejects.toMatchObject({ name: 'AbortError' });
    expect(await readdir(places.here('a'))).toEqual(['file']);
    expect(await readdir(places.there())).toEqual([]);
  });

  it('refuses a pipe', async () => {
    await using places = await twoFileSystems();
    execFileSync('mkfifo', [places.here('pipe')]);
    await expect(move(places.here('pipe'), places.there('b'), { signal })).rejects.toThrow(
      /pipe is a pipe, socket or device, which cannot move to another file system$/,
    );
    expect(await readdir(places.here())).toEqual(['pipe']);
  });
});
