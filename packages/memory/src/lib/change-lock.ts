import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ToolError } from '@std-tools/core';
import { errorCode, fileError } from '@std-tools/kit-files';
import { LockSystem, staleMs } from './lock-system.ts';
import { lockName } from './reserved-name.ts';

/** How often the holder of a lock shows that it lives. */
const updateMs = 1000;

/** How long a change waits for other processes. */
const patienceMs = 15_000;

/** A lock that this process holds. */
export interface HeldLock {
  /** Throws when another process has the lock by now; call it right before a change. */
  confirm(): void;
  /** Never fails: a lock that cannot be removed is stale after some seconds. */
  release(): Promise<void>;
}

/**
 * One lock for all processes that change a store: the folder `.lock` in it. Waits for others, at
 * most `patience` ms; a lock that shows no life for five seconds is taken over. Failures of the
 * file system come as they are, a lock that is not to be had as a `ToolError`.
 */
export class ChangeLock {
  readonly #system = new LockSystem();
  readonly #patience: number;
  constructor(patience = patienceMs) {
    this.#patience = patience;
  }

  /** `arrivedMs`: when the change was asked for, from which on its patience counts. */
  async acquire(
    folder: string,
    signal: AbortSignal,
    arrivedMs = performance.now(),
  ): Promise<HeldLock> {
    const path = join(folder, lockName);
    const release = await this.#wait(folder, path, { signal, until: arrivedMs + this.#patience });
    return {
      confirm: () => {
        if (!this.#system.isOwn(path)) throw new ToolError(lost, { code: 'lock_lost' });
      },
      release: () => release().catch(() => {}),
    };
  }

  /** Tries at least once. */
  async #wait(
    folder: string,
    path: string,
    { signal, until }: { readonly signal: AbortSignal; readonly until: number },
  ): Promise<() => Promise<void>> {
    // Slow to load, and only changes need it. CommonJS: in a bundle it has its default export only.
    const { default: lockfile } = await import('proper-lockfile');
    for (;;) {
      signal.throwIfAborted();
      try {
        return await lockfile.lock(folder, {
          lockfilePath: path,
          realpath: false,
          stale: staleMs,
          update: updateMs,
          fs: this.#system,
          onCompromised: () => this.#system.forget(),
        });
      } catch (error) {
        if (isBlocked(error)) throw new ToolError(blocked);
        if (errorCode(error) !== 'ELOCKED') throw error;
      }
      if (performance.now() >= until)
        throw new ToolError(locked(this.#patience), { code: 'locked' });
      await setTimeout(5 + Math.random() * 20, undefined, { signal });
    }
  }
}

/** A change goes on without the lock when there is no room for one: it may make room. */
export const isFull = (error: unknown): boolean => /^(ENOSPC|EDQUOT)$/.test(errorCode(error));

/** A failure at the store's folder itself, worded for the model. */
export const folderError = (error: unknown): unknown => fileError(error, 'the memory folder');

const isBlocked = (error: unknown) => /^(ENOTDIR|ENOTEMPTY)$/.test(errorCode(error));

const blocked =
  `something that is no lock stands at ${lockName} in the memory folder, so nothing can be ` +
  'changed: ask the user to remove it';
const lost =
  'this call was held up so long that another process took its lock over; nothing was changed: ' +
  'try again';
const locked = (ms: number) =>
  `another process has held the memory for ${ms / 1000} s: try again later. If no other process ` +
  `uses it, ask the user to remove the folder ${lockName} in the memory folder`;
