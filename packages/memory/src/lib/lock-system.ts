import { mkdirSync, rmdirSync, type Stats, statSync, utimesSync } from 'node:fs';

type Done<T = void> = (error: unknown, value?: T) => void;

/** How long after its last sign of life a lock counts as left behind. */
export const staleMs = 5000;

/**
 * The file system as proper-lockfile sees it. Every step is synchronous, so that within a process
 * nothing comes between a look and the step that follows from it, and two looks are added: a lock
 * is taken over only if it is stale at that very moment (else two waiters that both saw a stale
 * lock could remove each other's fresh one), and is released only while it is still this one.
 */
export class LockSystem {
  #own: Pick<Stats, 'ino' | 'mtimeMs'> | undefined;
  /** The lock of another as it was first seen, and when, by a clock that nobody sets. */
  #seen: (Pick<Stats, 'ino' | 'mtimeMs'> & { readonly atMs: number }) | undefined;

  readonly mkdir = (path: string, done: Done): void =>
    answer(done, () => {
      mkdirSync(path);
      this.#own = statSync(path);
    });

  readonly stat = (path: string, done: Done<Stats>): void =>
    answer(done, () => {
      const stats = statSync(path);
      if (this.#own === undefined && this.#isStale(stats)) stats.mtime = new Date(0);
      return stats;
    });

  readonly utimes = (path: string, accessed: Date, modified: Date, done: Done): void =>
    answer(done, () => {
      utimesSync(path, accessed, modified);
      if (this.#own) this.#own = statSync(path);
    });

  readonly rmdir = (path: string, done: Done): void => answer(done, () => this.rmdirSync(path));

  /** Also called when the process exits while it holds the lock. */
  readonly rmdirSync = (path: string): void => {
    const wasOwn = this.#own !== undefined;
    if (wasOwn && !this.isOwn(path)) return this.forget();
    this.forget();
    if (!wasOwn && !this.#isStale(statSync(path))) throw heldAgain();
    rmdirSync(path);
  };

  /** True while the lock at the path is the one that was made here. */
  isOwn(path: string): boolean {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.ino === this.#own?.ino && found?.mtimeMs === this.#own?.mtimeMs && !!found;
  }

  /**
   * True for a lock whose time is too old, or stands still for as long: the time may lie in the
   * future when the clock was set back.
   */
  #isStale({ ino, mtimeMs }: Stats): boolean {
    if (this.#seen?.ino !== ino || this.#seen.mtimeMs !== mtimeMs)
      this.#seen = { ino, mtimeMs, atMs: performance.now() };
    return mtimeMs < Date.now() - staleMs || performance.now() - this.#seen.atMs > staleMs;
  }

  /** The lock is another's now. */
  forget(): void {
    this.#own = undefined;
  }
}

const heldAgain = () => Object.assign(new Error('the lock is held again'), { code: 'ELOCKED' });

function answer<T>(done: Done<T>, step: () => T): void {
  let value: T;
  try {
    value = step();
  } catch (error) {
    done(error);
    return;
  }
  done(null, value);
}
