import { mkdir, readdir, rmdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { LockSystem, staleMs } from './lock-system.ts';

async function lockIn() {
  const folder = await testFolder();
  const path = join(folder.path, '.lock');
  return {
    path,
    names: () => readdir(folder.path),
    makeStale: () => utimes(path, 0, (Date.now() - staleMs - 1000) / 1000),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const done = (error: unknown): void => {
  if (error) throw error;
};

it('owns the lock that it made until it removes it', async () => {
  await using lock = await lockIn();
  const system = new LockSystem();
  system.mkdir(lock.path, done);
  expect(system.isOwn(lock.path)).toBe(true);
  system.rmdir(lock.path, done);
  expect(system.isOwn(lock.path)).toBe(false);
  expect(await lock.names()).toEqual([]);
});

it('owns the lock still after it showed that it lives', async () => {
  await using lock = await lockIn();
  const system = new LockSystem();
  system.mkdir(lock.path, done);
  system.utimes(lock.path, new Date(), new Date(Date.now() + 5), done);
  expect(system.isOwn(lock.path)).toBe(true);
});

it('removes a stale lock of another', async () => {
  await using lock = await lockIn();
  await mkdir(lock.path);
  await lock.makeStale();
  new LockSystem().rmdir(lock.path, done);
  expect(await lock.names()).toEqual([]);
});

it('leaves a fresh lock of another, and says that it is held', async () => {
  await using lock = await lockIn();
  await mkdir(lock.path);
  expect(() => new LockSystem().rmdir(lock.path, done)).toThrow(
    expect.objectContaining({ code: 'ELOCKED' }),
  );
  expect(await lock.names()).toEqual(['.lock']);
});

it('does not own or remove the lock of one that took it over', async () => {
  await using lock = await lockIn();
  const system = new LockSystem();
  system.mkdir(lock.path, done);
  await rmdir(lock.path);
  await mkdir(lock.path);
  await utimes(lock.path, 0, Date.now() / 1000 + 0.5);
  expect(system.isOwn(lock.path)).toBe(false);
  system.rmdir(lock.path, done);
  expect(await lock.names()).toEqual(['.lock']);
});

it('hands failures of the system on', async () => {
  await using lock = await lockIn();
  expect(() => new LockSystem().mkdir(join(lock.path, 'a'), done)).toThrow(
    expect.objectContaining({ code: 'ENOENT' }),
  );
});
