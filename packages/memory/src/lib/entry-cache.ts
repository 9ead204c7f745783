import { lstatSync, type Stats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { errorCode } from '@std-tools/kit-files';
import { entryEnding } from './entry-file.ts';
import type { Entry, Unreadable } from './entry-text.ts';
import { type LoadOptions, loadEntry } from './load-entry.ts';

/** An entry with what a search compares and what its order depends on. */
export interface StoredEntry extends Entry {
  readonly file: string;
  readonly foldedKey: string;
  readonly foldedValue: string;
  /** When the file was last changed, in ms since 1970. */
  readonly changedMs: number;
}
export type Scanned = StoredEntry | Unreadable;

/** Characters of entries that are kept in memory; the rest is read anew by every scan. */
const mostKept = 32 * 1_048_576;
/** Files that are looked at before others may run: about a millisecond. */
const sliceFiles = 250;
/** Files, and bytes of them, that are read side by side. */
const mostReads = 32;
const mostReadBytes = 16 * 1_048_576;
/** A file that was changed later than this before it was read may change again unnoticed. */
const settledMs = 100;

interface Known {
  readonly mark: string;
  readonly item: Scanned;
  readonly characters: number;
}

/**
 * The entries of a store, read once and again when time, size or identity of their file differ, so
 * changes by other processes are noticed.
 */
export class EntryCache {
  readonly #known = new Map<string, Known>();
  readonly #most: number;
  readonly #settledMs: number;
  #kept = 0;

  constructor(most = mostKept, settled = settledMs) {
    this.#most = most;
    this.#settledMs = settled;
  }

  /** Shows every entry and unreadable file of the store, each once, in no order. */
  async scan(root: string, options: LoadOptions, visit: (item: Scanned) => void): Promise<void> {
    const files = await entryFiles(root);
    this.#drop(new Set(files));
    for (let start = 0; start < files.length; start += sliceFiles) {
      options.signal.throwIfAborted();
      const unread: Unread[] = [];
      for (const file of files.slice(start, start + sliceFiles)) {
        const stats = look(join(root, file));
        if (stats === undefined) continue; // removed meanwhile
        const known = this.#known.get(file);
        if (known?.mark === markOf(stats)) visit(known.item);
        else unread.push({ file, stats });
      }
      for (const group of groups(unread))
        await Promise.all(group.map(one => this.#read(root, one, options, visit)));
      await setImmediate();
    }
  }

  async #read(
    root: string,
    { file, stats }: Unread,
    options: LoadOptions,
    visit: (item: Scanned) => void,
  ): Promise<void> {
    const readMs = Date.now();
    const loaded = await loadEntry(root, file, options);
    if (loaded === undefined) return;
    const item = 'reason' in loaded ? loaded : stored(file, loaded, stats.mtimeMs);
    const isSettled = readMs - Math.max(stats.mtimeMs, stats.ctimeMs) > this.#settledMs;
    // A link's own state says nothing of its target's.
    if (isSettled && stats.isFile()) this.#keep(file, markOf(stats), item);
    else this.#forget(file);
    visit(item);
  }

  #keep(file: string, mark: string, item: Scanned): void {
    this.#forget(file);
    const characters = 'reason' in item ? 0 : 2 * (item.key.length + item.value.length);
    if (this.#kept + characters > this.#most) return;
    this.#known.set(file, { mark, item, characters });
    this.#kept += characters;
  }

  #forget(file: string): void {
    this.#kept -= this.#known.get(file)?.characters ?? 0;
    this.#known.delete(file);
  }

  #drop(present: ReadonlySet<string>): void {
    for (const file of this.#known.keys()) if (!present.has(file)) this.#forget(file);
  }
}

interface Unread {
  readonly file: string;
  readonly stats: Stats;
}

async function entryFiles(root: string): Promise<string[]> {
  const names = await readdir(root).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  return names.filter(name => name.endsWith(entryEnding) && name !== entryEnding);
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const markOf = ({ mtimeMs, ctimeMs, size, ino }: Stats) => `${mtimeMs} ${ctimeMs} ${size} ${ino}`;

const stored = (file: string, { key, value }: Entry, changedMs: number): StoredEntry => ({
  file,
  key,
  value,
  foldedKey: key.toLowerCase(),
  foldedValue: value.toLowerCase(),
  changedMs,
});

/** Files in groups that are small enough to be in memory together. */
function* groups(files: readonly Unread[]): Generator<Unread[]> {
  let group: Unread[] = [];
  let bytes = 0;
  for (const one of files) {
    if (
      group.length > 0 &&
      (group.length === mostReads || bytes + one.stats.size > mostReadBytes)
    ) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(one);
    bytes += one.stats.size;
  }
  if (group.length > 0) yield group;
}
