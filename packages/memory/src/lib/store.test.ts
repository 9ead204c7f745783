import { existsSync } from 'node:fs';
import { mkdir, readdir, rmdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from './store.ts';

const signal = new AbortController().signal;
const storeOf = (folder: string) => new MemoryStore(folder, () => {});

describe('MemoryStore', () => {
  it('makes its folder, for its user alone, with the first addition', async () => {
    await using folder = await testFolder();
    const store = storeOf(join(folder.path, 'a/b'));
    expect(await store.root()).toBeUndefined();
    await store.change(signal, 'adds', async ({ root }) => expect(root).toBe(store.folder));
    expect((await stat(store.folder)).mode & 0o777).toBe(0o700);
  });

  it('says that its folder cannot be made', async () => {
    await using folder = await testFolder();
    const store = storeOf(join(folder.path, 'n'.repeat(300)));
    await expect(store.root()).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
    await expect(
      storeOf('/proc/none/memory').change(signal, 'adds', async () => {}),
    ).rejects.toMatchObject({
      name: 'ToolError',
      message: 'the memory folder does not exist: list its folder to see what is there',
    });
  });

  it.each(['edits', 'frees'] as const)('makes no folder for a change that %s', async kind => {
    await using folder = await testFolder();
    const store = storeOf(join(folder.path, 'a'));
    expect(await store.change(signal, kind, async ({ root }) => root)).toBe(store.folder);
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('follows a link to its folder', async () => {
    await using folder = await testFolder();
    await mkdir(join(folder.path, 'real'));
    await symlink('real', join(folder.path, 'link'));
    const store = storeOf(join(folder.path, 'link'));
    expect(await store.root()).toBe(join(folder.path, 'real'));
    await store.change(signal, 'adds', async ({ root }) =>
      expect(existsSync(join(root, '.lock'))).toBe(true),
    );
  });

  it('holds the lock during a change, and frees it when the change fails', async () => {
    await using folder = await testFolder();
    const failing = storeOf(folder.path).change(signal, 'adds', async () => {
      expect(await readdir(folder.path)).toEqual(['.lock']);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('runs the changes of two stores on one folder one after the other', async () => {
    await using folder = await testFolder();
    let running = 0;
    let most = 0;
    const stores = [storeOf(folder.path), storeOf(folder.path)];
    const changes = Array.from({ length: 40 }, (_, at) =>
      stores[at % 2]?.change(signal, 'adds', async () => {
        running += 1;
        most = Math.max(most, running);
        await readdir(folder.path);
        running -= 1;
      }),
    );
    await Promise.all(changes);
    expect(most).toBe(1);
  });

  it('removes what a killed process left before its first change, and not later', async () => {
    await using folder = await testFolder();
    const left = join(folder.path, '.std-tools-0123456789abcdef.tmp');
    await writeFile(left, '');
    await utimes(left, 1, 1);
    const store = storeOf(folder.path);
    await store.change(signal, 'edits', async () => expect(existsSync(left)).toBe(false));
    await writeFile(left, '');
    await utimes(left, 1, 1);
    await store.change(signal, 'edits', async () => expect(existsSync(left)).toBe(true));
  });

  it('goes on after a process that died while it held the lock', async () => {
    await using folder = await testFolder();
    await mkdir(join(folder.path, '.lock'));
    await utimes(join(folder.path, '.lock'), 1, 1);
    expect(await storeOf(folder.path).change(signal, 'adds', async () => 'done')).toBe('done');
  });

  it('confirms no change after its lock was taken over', async () => {
    await using folder = await testFolder();
    const late = storeOf(folder.path).change(signal, 'adds', async ({ confirm }) => {
      await rmdir(join(folder.path, '.lock'));
      confirm();
    });
    await expect(late).rejects.toMatchObject({ code: 'lock_lost' });
  });

  it('confirms no change of a cancelled call', async () => {
    await using folder = await testFolder();
    const cancel = new AbortController();
    const late = storeOf(folder.path).change(cancel.signal, 'adds', async ({ confirm }) => {
      cancel.abort();
      confirm();
    });
    await expect(late).rejects.toMatchObject({ name: 'AbortError' });
  });
});
