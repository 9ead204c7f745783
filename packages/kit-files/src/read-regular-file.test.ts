import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type ReadConfig, readConfig } from '@std-tools/core';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { readRegularFile } from './read-regular-file.ts';

const megabyte = 1_048_576;
/** A limit of 1 MB. */
const config: ReadConfig = table => readConfig(table, { DPTTOOLS_MAX_FILE_SIZE_MB: '1' });
const { signal } = new AbortController();
const read = (path: string, shownPath = 'shown') =>
  readRegularFile(path, { shownPath, config, signal });

const notRegular = 'shown is a pipe, socket or device, not a regular file';
const tooLarge = (size: string) =>
  `shown has ${size} MB, over the limit of 1 MB (DPTTOOLS_MAX_FILE_SIZE_MB)`;

describe('readRegularFile', () => {
  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['bytes that are no text', Buffer.from([0, 255, 254, 10, 128])],
    ['a file of exactly the limit', Buffer.alloc(megabyte, 'x')],
  ])('reads %s', async (_name, bytes) => {
    await using folder = await testFolder();
    const path = join(folder.path, 'file');
    await writeFile(path, bytes);
    expect((await read(path)).equals(bytes)).toBe(true);
  });

  it('reads a file of /proc, whose size is told as 0, to its end', async () => {
    const text = (await read('/proc/self/status')).toString();
    expect(text).toContain(`\nPid:\t${process.pid}\n`);
    expect(text.at(-1)).toBe('\n');
  });

  it.each([
    ['one byte over the limit', megabyte + 1, '1.0'],
    ['of 1.5 MB', 1.5 * megabyte, '1.5'],
    ['of 60 MB', 60 * megabyte, '60.0'],
  ])('refuses a file %s', async (_name, size, shown) => {
    await using folder = await testFolder();
    const path = join(folder.path, 'file');
    await writeFile(path, '');
    await truncate(path, size);
    await expect(read(path)).rejects.toThrow(tooLarge(shown));
  });

  it('refuses a file that turns out over the limit while it is read', async () => {
    const env = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`V${at}`, 'x'.repeat(100_000)]),
    );
    const child = spawn('/bin/cat', { env, stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.write('ready'); // what comes back tells that the program was loaded
    await once(child.stdout, 'data');
    try {
      await expect(read(`/proc/${child.pid}/environ`)).rejects.toThrow(tooLarge('1.0'));
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('refuses a folder', async () => {
    await using folder = await testFolder();
    await expect(read(folder.path)).rejects.toThrow('shown is a folder: give the path of a file');
  });

  it.each(['/dev/zero', '/dev/full', '/dev/null'])('refuses %s', async path => {
    await expect(read(path)).rejects.toThrow(notRegular);
  });

  it('refuses a pipe without waiting for a writer', async () => {
    await using folder = await testFolder();
    const path = join(folder.path, 'pipe');
    execFileSync('mkfifo', [path]);
    await expect(read(path)).rejects.toThrow(notRegular);
  });

  it('fails to open a socket', async () => {
    await using folder = await testFolder();
    const path = join(folder.path, 'socket');
    const server = createServer();
    server.listen(path);
    await once(server, 'listening');
    try {
      await expect(read(path)).rejects.toMatchObject({ code: 'ENXIO' });
    } finally {
      server.close();
    }
  });

  it('stops when its call is cancelled', async () => {
    await using folder = await testFolder();
    const path = join(folder.path, 'file');
    await writeFile(path, 'text');
    const reading = readRegularFile(path, {
      shownPath: path,
      config,
      signal: AbortSignal.abort(new Error('cancelled')),
    });
    await expect(reading).rejects.toThrow('cancelled');
  });
});
