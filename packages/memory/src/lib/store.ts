import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Log, Mutex, ToolError } from '@std-tools/core';
import { errorCode, makeFolders } from '@std-tools/kit-files';
import { ChangeLock, type HeldLock, isFull, folderError } from './change-lock.ts';
import { EntryCache } from './entry-cache.ts';
import { sweep } from './sweep.ts';

/**
 * What a change does to the store: `adds` makes the folder of the store when it is missing, `frees`
 * goes on where a full disk has no room for the lock, `edits` does neither.
 */
export type ChangeKind = 'adds' | 'edits' | 'frees';

/** What a change gets. */
export interface Change {
  /** The real path of the store's folder. */
  readonly root: string;
  /** To be called in one step with the change: throws when the call may no longer make it. */
  confirm(): void;
}

/** A folder of memories, which several processes may share. */
export class MemoryStore {
  /** The absolute path as configured; it may lead through links, and it may be missing. */
  readonly folder: string;
  /** Entries that were read before. */
  readonly entries = new EntryCache();
  readonly #mutex = new Mutex();
  readonly #lock = new ChangeLock();
  readonly #log: Log;
  #isSwept = false;

  constructor(folder: string, log: Log) {
    this.folder = resolve(folder);
    this.#log = log;
  }

  /** The real path of the store's folder; undefined while it does not exist. */
  async root(): Promise<string | undefined> {
    const root = await realpath(this.folder).catch((error: unknown): undefined => {
      if (errorCode(error) !== 'ENOENT') throw error;
      return undefined;
    });
    if (root !== undefined && !(await stat(root)).isDirectory()) throw noFolder('a file');
    return root;
  }

  /**
   * Runs a change while no other one runs, in this process or another that uses the store. Reads
   * need no lock, since files are replaced whole.
   */
  async change<T>(
    signal: AbortSignal,
    kind: ChangeKind,
    task: (change: Change) => Promise<T>,
  ): Promise<T> {
    const arrivedMs = performance.now();
    return this.#mutex.run(signal, async () => {
      const root = (await this.root()) ?? (kind === 'adds' ? await this.#make() : undefined);
      const confirm = () => signal.throwIfAborted();
      if (root === undefined) return task({ root: this.folder, confirm }); // finds nothing there
      const lock = await this.#acquire(root, signal, { kind, arrivedMs });
      if (lock === undefined) return task({ root, confirm });
      try {
        await this.#sweepOnce(root, signal);
        return await task({
          root,
          confirm: () => {
            signal.throwIfAborted();
            lock.confirm();
          },
        });
      } finally {
        await lock.release();
      }
    });
  }

  /** Private, as memories are; an existing folder keeps its mode. */
  async #make(): Promise<string> {
    try {
      await makeFolders(this.folder, 0o700);
    } catch (error) {
      throw folderError(error);
    }
    const root = await this.root();
    if (root === undefined) throw noFolder('a link to nothing');
    return root;
  }

  async #acquire(
    root: string,
    signal: AbortSignal,
    { kind, arrivedMs }: { readonly kind: ChangeKind; readonly arrivedMs: number },
  ): Promise<HeldLock | undefined> {
    try {
      return await this.#lock.acquire(root, signal, arrivedMs);
    } catch (error) {
      if (kind !== 'frees' || !isFull(error)) throw folderError(error);
      this.#log('warn', 'the disk is full: deleting without the lock for other processes');
      return undefined;
    }
  }

  async #sweepOnce(root: string, signal: AbortSignal): Promise<void> {
    if (this.#isSwept) return;
    await sweep(root, signal);
    this.#isSwept = true;
  }
}

const noFolder = (what: string) =>
  new ToolError(
    `the memory folder is ${what}: ask the user to set DPTTOOLS_MEMORY_DIR to a folder`,
  );
