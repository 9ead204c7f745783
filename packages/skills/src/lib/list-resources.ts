import type { Dirent } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '@std-tools/kit-files';
import { placeInside } from './inside.ts';

/** The first files of a skill by name, and how many more there are. */
export interface Resources {
  /** Paths relative to the skill's folder, with `/`. */
  readonly files: readonly string[];
  readonly more: number;
  /** Folders, relative to the skill's folder, whose files are too deep to be listed. */
  readonly deeper: readonly string[];
}

const mostFiles = 50;
/** Names kept before they are sorted and all but the first dropped. */
const mostKept = 1000;
/** Links followed, each of which asks the system; the others are left out. */
const mostLinks = 1000;
/** Deeper folders that are named. */
const mostDeeper = 20;

/**
 * Lists the files in a skill's folder and its immediate subfolders: at most 50, sorted. SKILL.md,
 * hidden names, caches of programs, and links out of the folder are left out. `real` is a real
 * path. Needs little memory however many files there are.
 */
export async function listResources(real: string, signal: AbortSignal): Promise<Resources> {
  const first = new FirstNames();
  const folders: string[] = [];
  let links = 0;
  const take = async (entry: Dirent, path: string) => {
    if (entry.isFile()) first.add(path);
    else if (entry.isSymbolicLink() && (links += 1) <= mostLinks)
      if (await leadsToFile(real, path)) first.add(path);
  };
  for await (const entry of entriesOf(real, signal))
    if (entry.isDirectory()) folders.push(entry.name);
    else if (entry.name !== 'SKILL.md') await take(entry, entry.name);
  const deeper: string[] = [];
  for (const folder of folders.sort())
    for await (const entry of entriesOf(join(real, folder), signal))
      if (!entry.isDirectory()) await take(entry, `${folder}/${entry.name}`);
      else if (deeper.length < mostDeeper) deeper.push(`${folder}/${entry.name}`);
  const more = first.count - Math.min(first.count, mostFiles);
  return { files: first.sorted(), more, deeper: deeper.sort() };
}

/** The entries to show; none of a folder that is gone or may not be read. */
async function* entriesOf(folder: string, signal: AbortSignal): AsyncGenerator<Dirent> {
  try {
    for await (const entry of await opendir(folder, { bufferSize: 256 })) {
      signal.throwIfAborted();
      if (isShown(entry.name)) yield entry;
    }
  } catch (error) {
    if (errorCode(error) === '' || signal.aborted) throw error;
  }
}

const isShown = (name: string) =>
  !name.startsWith('.') &&
  !['__pycache__', 'node_modules'].includes(name) &&
  !name.includes('\uFFFD'); // a name of other bytes, by which the file cannot be opened

async function leadsToFile(real: string, path: string): Promise<boolean> {
  const place = await placeInside(real, path).catch(() => undefined);
  if (place?.kind !== 'inside') return false;
  const stats = await stat(place.real).catch(() => undefined);
  return stats?.isFile() ?? false;
}

/** Counts names and keeps the first of them. */
class FirstNames {
  count = 0;
  #names: string[] = [];

  add(name: string): void {
    this.count += 1;
    this.#names.push(name);
    if (this.#names.length > mostKept) this.#names = this.sorted();
  }

  sorted(): string[] {
    return this.#names.sort().slice(0, mostFiles);
  }
}
