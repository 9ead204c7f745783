import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '@std-tools/core';

export interface DirectoryEntry {
  readonly name: string;
  /** A link counts as what it leads to; a broken link, pipe or device as a file. */
  readonly isFolder: boolean;
  readonly isLink: boolean;
  /** Bytes; only of regular files, and only when asked for. */
  readonly size?: number;
}

export interface EntryOptions {
  readonly includeHidden: boolean;
  readonly withSize: boolean;
  readonly signal?: AbortSignal;
  /** False for a link whose target is nobody's business: it counts as broken. Default: true. */
  mayFollow?(path: string): Promise<boolean>;
}

const atOnce = 64;

/** The entries of a folder, folders first, each group in alphabetical order. */
export async function directoryEntries(
  folder: string,
  options: EntryOptions,
): Promise<DirectoryEntry[]> {
  const found = (await readFolder(folder)).filter(
    ({ name }) => options.includeHidden || !name.startsWith('.'),
  );
  const entries: DirectoryEntry[] = [];
  for (let at = 0; at < found.length; at += atOnce) {
    options.signal?.throwIfAborted();
    const some = found.slice(at, at + atOnce);
    entries.push(...(await Promise.all(some.map(entry => describeEntry(folder, entry, options)))));
  }
  return entries.sort(foldersFirst);
}

async function readFolder(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((await stat(folder).catch(() => undefined))?.isDirectory() === false)
      throw new ToolError(`${folder} is not a folder: get_file_metadata tells about a single file`);
    throw error;
  }
}

async function describeEntry(
  folder: string,
  entry: Dirent,
  { withSize, mayFollow = async () => true }: EntryOptions,
) {
  const { name } = entry;
  const isLink = entry.isSymbolicLink();
  if (!isLink && !(withSize && entry.isFile()))
    return { name, isLink, isFolder: entry.isDirectory() };
  if (isLink && !(await mayFollow(join(folder, name)))) return { name, isLink, isFolder: false };
  const stats = await stat(join(folder, name)).catch(() => undefined);
  const isFolder = stats?.isDirectory() ?? false;
  return { name, isLink, isFolder, ...(stats?.isFile() && withSize && { size: stats.size }) };
}

const foldersFirst = (one: DirectoryEntry, other: DirectoryEntry): number =>
  Number(other.isFolder) - Number(one.isFolder) ||
  compare(one.name.toLowerCase(), other.name.toLowerCase()) ||
  compare(one.name, other.name);

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
