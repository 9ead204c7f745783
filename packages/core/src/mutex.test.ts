import { expect, it } from 'vitest';
import { Mutex } from './mutex.ts';

const never = new AbortController().signal;

/** A task that ends when told, and notes when it starts and ends. */
function pending(notes: string[], name: string) {
  let end = () => {};
  const ended = new Promise<void>(resolve => {
    end = resolve;
  });
  const run = async () => {
    notes.push(`${name} starts`);
    await ended;
    notes.push(`${name} ends`);
    return name;
  };
  return { run, end: () => end() };
}

it('runs one task at a time, in the order they came', async () => {
  const mutex = new Mutex();
  const notes: string[] = [];
  const tasks = ['a', 'b', 'c'].map(name => pending(notes, name));
  const results = tasks.map(task => mutex.run(never, task.run));
  for (const task of tasks.toReversed()) task.end();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
  expect(notes).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
});

it('goes on after a task that fails', async () => {
  const mutex = new Mutex();
  const failed = mutex.run(never, async () => {
    throw new Error('no');
  });
  const next = mutex.run(never, async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
});

it('never runs a task that was aborted while it waited', async () => {
  const mutex = new Mutex();
  const notes: string[] = [];
  const first = pending(notes, 'first');
  const last = pending(notes, 'last');
  const cancel = new AbortController();
  const running = mutex.run(never, first.run);
  const waiting = mutex.run(cancel.signal, async () => notes.push('aborted runs'));
  const after = mutex.run(never, last.run);
  cancel.abort(new Error('cancelled'));
  first.end();
  last.end();
  await expect(waiting).rejects.toThrow('cancelled');
  await Promise.all([running, after]);
  expect(notes).toEqual(['first starts', 'first ends', 'last starts', 'last ends']);
});

it('keeps a running task going when it is aborted', async () => {
  const mutex = new Mutex();
  const cancel = new AbortController();
  const task = pending([], 'task');
  const running = mutex.run(cancel.signal, task.run);
  await Promise.resolve();
  cancel.abort();
  task.end();
  expect(await running).toBe('task');
});
