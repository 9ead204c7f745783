import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { createExclusive, writeAtomic } from './write-atomic.ts';

const bytes = (text: string) => Buffer.from(text);

describe('writeAtomic', () => {
  it('makes a file', async () => {
    await using folder = await testFolder();
    await writeAtomic(join(folder.path, 'file'), bytes('new'));
    expect(await readFile(join(folder.path, 'file'), 'utf8')).toBe('new');
    expect(await readdir(folder.path)).toEqual(['file']);
  });

  it('replaces a longer file whole', async () => {
    await using folder = await testFolder();
    const path = join(folder.path, 'file');
    await writeFile(path, 'a longer text');
    await writeAtomic(path, bytes('short'));
    expect(await readFile(path, 'utf8')).toBe('short');
  });

  it('writes no bytes for an empty file', async () => {
    await using folder = await testFolder();
    await writeAtomic(join(folder.path, 'file'), bytes(''));
    expect((await stat(join(folder.path, 'file'))).size).toBe(0);
  });

  it('never mixes 20 writers: one of them wins whole', async () => {
    await using folder = await testFolder();
    const path = join(folder.path, 'file');
    const texts = Array.from({ length: 20 }, (_, at) => `${at} `.repeat(20_000 - at * 900));
    await Promise.all(texts.map(text => writeAtomic(path, bytes(text))));
    expect(texts).toContain(await readFile(path, 'utf8'));
    expect(await readdir(folder.path)).toEqual(['file']);
  });
});

describe('createExclusive', () => {
  it('makes a file with the mode that the system gives', async () => {
    await using folder = await testFolder();
    const path = join(folder.path, 'file');
    await writeFile(join(folder.path, 'plain'), '');
    await createExclusive(path, bytes('new'));
    expect(await readFile(path, 'utf8')).toBe('new');
    expect((await stat(path)).mode).toBe((await stat(join(folder.path, 'plain'))).mode);
    expect((await stat(path)).nlink).toBe(1);
    expect(await readdir(folder.path)).toEqual(['file', 'plain']);
  });

  it('lets exactly one of 20 parallel callers make a file', async () => {
    await using folder = await testFolder();
    const path = join(folder.path, 'file');
    const texts = Array.from({ length: 20 }, (_, at) => `text ${at}`);
    const results = await Promise.allSettled(texts.map(text => createExclusive(path, bytes(text))));
    const winners = texts.filter((_, at) => results[at]?.status === 'fulfilled');
    expect(winners).toEqual([await readFile(path, 'utf8')]);
    const reasons = results.flatMap(result =>
      result.status === 'rejected' ? [result.reason] : [],
    );
    expect(reasons.map(reason => reason.message)).toEqual(
      Array.from({ length: 19 }, () => `${path} already exists: choose another path`),
    );
    expect(await readdir(folder.path)).toEqual(['file']);
  });

  it.each([
    ['a file', 'already exists: make another'],
    ['a link', 'already exists: make another'],
    ['a broken link', 'already exists: make another'],
    ['a folder', 'is a folder: give the path of a file'],
    ['a pipe', 'already exists: choose another path'],
  ])('refuses the path of %s and leaves it as it was', async (kind, words) => {
    await using folder = await testFolder();
    const at = (name: string) => join(folder.path, name);
    await writeFile(at('a file'), 'old');
    await symlink('a file', at('a link'));
    await symlink('nowhere', at('a broken link'));
    await mkdir(at('a folder'));
    execFileSync('mkfifo', [at('a pipe')]);
    const before = (await readdir(folder.path)).toSorted();
    await expect(
      createExclusive(at(kind), bytes('new'), { advice: 'make another' }),
    ).rejects.toMatchObject({
      name: 'ToolError',
      message: `${at(kind)} ${words}`,
    });
    expect((await readdir(folder.path)).toSorted()).toEqual(before);
    expect(await readFile(at('a file'), 'utf8')).toBe('old');
    expect(await readlink(at('a broken link'))).toBe('nowhere');
  });

  it('names the path, not the temporary file, when the folder is missing', async () => {
    await using folder = await testFolder();
    const path = join(folder.path, 'missing/file');
    await expect(createExclusive(path, bytes('new'))).rejects.toThrow(
      `${path} does not exist: list its folder to see what is there`,
    );
  });
});

describe('a change that is not confirmed', () => {
  const confirm = () => {
    throw new Error('lost');
  };

  it('leaves the old file', async () => {
    await using folder = await testFolder();
    const path = join(folder.path, 'file');
    await writeFile(path, 'old');
    await expect(writeAtomic(path, bytes('new'), { confirm })).rejects.toThrow('lost');
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder.path)).toEqual(['file']);
  });

  it('makes no new file', async () => {
    await using folder = await testFolder();
    const path = join(folder.path, 'file');
    await expect(createExclusive(path, bytes('new'), { confirm })).rejects.toThrow('lost');
    expect(await readdir(folder.path)).toEqual([]);
  });
});
