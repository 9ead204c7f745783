import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Slot, SlotEnv } from '@std-tools/core';

export interface ChildOptions {
  /** Ends the child and its group when aborted. */
  readonly signal: AbortSignal;
  readonly cwd?: string;
}
export type Child = ChildProcessByStdio<null, Readable, Readable>;

/**
 * The child processes of a host. Each runs in a group of its own with stdin closed, and dies, with
 * its group, when its call is cancelled, when the host ends, and when this process exits.
 */
export class Children implements Disposable {
  readonly #running = new Set<Child>();
  readonly #endAll = () => {
    for (const child of this.#running) endGroup(child);
  };

  readonly #environment: SlotEnv['childEnvironment'];

  constructor(environment: SlotEnv['childEnvironment']) {
    this.#environment = environment;
    // process.exit() leaves children alive, so this list is the last word.
    process.on('exit', this.#endAll);
  }

  spawn(command: string, args: readonly string[], { signal, ...options }: ChildOptions): Child {
    signal.throwIfAborted();
    const child = spawn(command, args, {
      ...options,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32', // a group of its own; on Windows a console window
      windowsHide: true,
    });
    const end = () => endGroup(child);
    const forget = () => {
      signal.removeEventListener('abort', end);
      this.#running.delete(child);
    };
    this.#running.add(child);
    signal.addEventListener('abort', end);
    // Not at its exit: what it started may live on, with its end of the pipes.
    child.once('error', forget).once('close', forget);
    return child;
  }

  [Symbol.dispose](): void {
    this.#endAll();
    process.off('exit', this.#endAll);
  }
}

/** One list for all servers of a host. */
export const childrenSlot: Slot<Children> = {
  name: 'child processes',
  scope: 'process',
  create: ({ childEnvironment }) => new Children(childEnvironment),
};

/** Kills a child and everything it started in its group. */
export function endGroup(child: Pick<Child, 'pid' | 'kill'>): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') child.kill('SIGKILL');
  else
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL'); // the group is gone, or not made yet
    }
}
