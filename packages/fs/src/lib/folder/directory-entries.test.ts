import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { directoryEntries } from './directory-entries.ts';

const all = { includeHidden: true, withSize: true };

describe('directoryEntries', () => {
  it('lists nothing for an empty folder', async () => {
    await using folder = await testFolder();
    expect(await directoryEntries(folder.path, all)).toEqual([]);
  });

  it('puts folders first, then sorts by name without regard to case', async () => {
    await using folder = await testFolder();
    for (const name of ['b', 'C', 'a', 'ä', 'a10', 'a2', '_', 'Z'])
      await writeFile(join(folder.path, name), '');
    for (const name of ['y', 'X']) await mkdir(join(folder.path, name));
    const entries = await directoryEntries(folder.path, all);
    expect(entries.map(({ name }) => name)).toEqual([
      'X',
      'y',
      '_',
      'a',
      'a10',
      'a2',
      'b',
      'C',
      'Z',
      'ä',
    ]);
  });

  it('puts names that differ only in case in a fixed order', async () => {
    await using folder = await testFolder();
    for (const name of ['readme', 'README', 'Readme']) await writeFile(join(folder.path, name), '');
    const entries = await directoryEntries(folder.path, all);
    expect(entries.map(({ name }) => name)).toEqual(['README', 'Readme', 'readme']);
  });

  it('leaves out names that start with a dot unless asked', async () => {
    await using folder = await testFolder();
    for (const name of ['.a', 'b']) await writeFile(join(folder.path, name), '');
    await mkdir(join(folder.path, '.c'));
    const names = async (includeHidden: boolean) =>
      (await directoryEntries(folder.path, { includeHidden, withSize: false })).map(
        ({ name }) => name,
      );
    expect(await names(false)).toEqual(['b']);
    expect(await names(true)).toEqual(['.c', '.a', 'b']);
  });

  it('gives sizes of regular files only', async () => {
    await using folder = await testFolder();
    await writeFile(join(folder.path, 'file'), '12345');
    await writeFile(join(folder.path, 'empty'), '');
    await mkdir(join(folder.path, 'folder'));
    execFileSync('mkfifo', [join(folder.path, 'pipe')]);
    expect(await directoryEntries(folder.path, all)).toEqual([
      { name: 'folder', isFolder: true, isLink: false },
      { name: 'empty', isFolder: false, isLink: false, size: 0 },
      { name: 'file', isFolder: false, isLink: false, size: 5 },
      { name: 'pipe', isFolder: false, isLink: false },
    ]);
  });

  it('gives no size when not asked', async () => {
    await using folder = await testFolder();
    await writeFile(join(folder.path, 'file'), '12345');
    await symlink('file', join(folder.path, 'link'));
    expect(await directoryEntries(folder.path, { includeHidden: true, withSize: false })).toEqual([
      { name: 'file', isFolder: false, isLink: false },
      { name: 'link', isFolder: false, isLink: true },
    ]);
  });

  it('tells a link by what it leads to', async () => {
    await using folder = await testFolder();
    await mkdir(join(folder.path, 'folder'));
    await writeFile(join(folder.path, 'file'), '12345');
    await symlink('folder', join(folder.path, 'to-folder'));
    await symlink('file', join(folder.path, 'to-file'));
    await symlink('nowhere', join(folder.path, 'to-nowhere'));
    await symlink('to-self', join(folder.path, 'to-self'));
    await symlink('/dev/null', join(folder.path, 'to-device'));
    const entries = await directoryEntries(folder.path, all);
    expect(entries.filter(({ isLink }) => isLink)).toEqual([
      { name: 'to-folder', isFolder: true, isLink: true },
      { name: 'to-device', isFolder: false, isLink: true },
      { name: 'to-file', isFolder: false, isLink: true, size: 5 },
      { name: 'to-nowhere', isFolder: false, isLink: true },
      { name: 'to-self', isFolder: false, isLink: true },
    ]);
  });

  it('lists more entries than it looks at together', async () => {
    await using folder = await testFolder();
    const names = Array.from({ length: 150 }, (_, at) => `f${String(at).padStart(3, '0')}`);
    await Promise.all(names.map(name => writeFile(join(folder.path, name), name)));
    const entries = await directoryEntries(folder.path, all);
    expect(entries).toEqual(names.map(name => ({ name, isFolder: false, isLink: false, size: 4 })));
  });

  it('says of a file that it is no folder', async () => {
    await using folder = await testFolder();
    const path = join(folder.path, 'file');
    await writeFile(path, '');
    await expect(directoryEntries(path, all)).rejects.toMatchObject({
      name: 'ToolError',
      message: `${path} is not a folder: get_file_metadata tells about a single file`,
    });
  });

  it.each(['missing', 'file/below'])('fails on %s as the system does', async name => {
    await using folder = await testFolder();
    await writeFile(join(folder.path, 'file'), '');
    await expect(directoryEntries(join(folder.path, name), all)).rejects.toMatchObject({
      syscall: 'scandir',
    });
  });
});
