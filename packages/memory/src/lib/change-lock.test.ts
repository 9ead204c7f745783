import { mkdir, readdir, rmdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { ChangeLock } from './change-lock.ts';

const signal = new AbortController().signal;
const longAgo = new Date('2020-01-01');

it('is a folder while it is held', async () => {
  await using folder = await testFolder();
  const lock = await new ChangeLock().acquire(folder.path, signal);
  expect(await readdir(folder.path)).toEqual(['.lock']);
  await lock.release();
  expect(await readdir(folder.path)).toEqual([]);
});

it('is free again after its release', async () => {
  await using folder = await testFolder();
  const changeLock = new ChangeLock(0);
  await (await changeLock.acquire(folder.path, signal)).release();
  await (await changeLock.acquire(folder.path, signal)).release();
  expect(await readdir(folder.path)).toEqual([]);
});

it('waits for another holder', async () => {
  await using folder = await testFolder();
  const first = await new ChangeLock().acquire(folder.path, signal);
  const order: string[] = [];
  const second = new ChangeLock().acquire(folder.path, signal).then(lock => {
    order.push('second');
    return lock;
  });
  await readdir(folder.path);
  order.push('first released');
  await first.release();
  await (await second).release();
  expect(order).toEqual(['first released', 'second']);
});

it('takes over a lock that a dead process left', async () => {
  await using folder = await testFolder();
  await mkdir(join(folder.path, '.lock'));
  await utimes(join(folder.path, '.lock'), longAgo, longAgo);
  const lock = await new ChangeLock(0).acquire(folder.path, signal);
  expect(() => lock.confirm()).not.toThrow();
  await lock.release();
});

it('takes over a lock whose time stands still in the future', async () => {
  await using folder = await testFolder();
  await mkdir(join(folder.path, '.lock'));
  await utimes(join(folder.path, '.lock'), new Date('2099-01-01'), new Date('2099-01-01'));
  const lock = await new ChangeLock().acquire(folder.path, signal);
  expect(() => lock.confirm()).not.toThrow();
  await lock.release();
});

it('counts its patience from when the change was asked for', async () => {
  await using folder = await testFolder();
  await mkdir(join(folder.path, '.lock'));
  const longWaited = performance.now() - 60_000;
  await expect(new ChangeLock().acquire(folder.path, signal, longWaited)).rejects.toMatchObject({
    code: 'locked',
  });
});

it('is had by one alone when several see that it was left', async () => {
  await using folder = await testFolder();
  await mkdir(join(folder.path, '.lock'));
  await utimes(join(folder.path, '.lock'), longAgo, longAgo);
  let holders = 0;
  let most = 0;
  const hold = async () => {
    const lock = await new ChangeLock().acquire(folder.path, signal);
    holders += 1;
    most = Math.max(most, holders);
    await readdir(folder.path);
    holders -= 1;
    await lock.release();
  };
  await Promise.all(Array.from({ length: 10 }, hold));
  expect(most).toBe(1);
});

it('says so when another process keeps it too long', async () => {
  await using folder = await testFolder();
  await mkdir(join(folder.path, '.lock'));
  await expect(new ChangeLock(100).acquire(folder.path, signal)).rejects.toMatchObject({
    name: 'ToolError',
    message:
      'another process has held the memory for 0.1 s: try again later. If no other process uses ' +
      'it, ask the user to remove the folder .lock in the memory folder',
  });
});

it('stops waiting when the call is cancelled', async () => {
  await using folder = await testFolder();
  await mkdir(join(folder.path, '.lock'));
  const cancel = new AbortController();
  const waiting = new ChangeLock().acquire(folder.path, cancel.signal);
  cancel.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});

it('lets nothing be changed once another process took it over', async () => {
  await using folder = await testFolder();
  const lock = await new ChangeLock().acquire(folder.path, signal);
  await rmdir(join(folder.path, '.lock'));
  expect(() => lock.confirm()).toThrow(
    'this call was held up so long that another process took its lock over; nothing was changed: ' +
      'try again',
  );
  await lock.release();
});

it.each(['a file', 'a folder with something in it'])('names %s in its place', async kind => {
  await using folder = await testFolder();
  const path = join(folder.path, '.lock');
  if (kind === 'a file') await writeFile(path, '');
  else await mkdir(join(path, 'a'), { recursive: true });
  await utimes(path, longAgo, longAgo);
  await expect(new ChangeLock(0).acquire(folder.path, signal)).rejects.toThrow(
    'something that is no lock stands at .lock in the memory folder, so nothing can be changed: ' +
      'ask the user to remove it',
  );
});
