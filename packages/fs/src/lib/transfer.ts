import { createReadStream, type Stats } from 'node:fs';
import {
  cp,
  lstat,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { ToolError } from '@std-tools/core';
import { replaceFile } from '@std-tools/kit-files';

const chunkBytes = 1_048_576;

/** How a transfer is watched: `onBytes` gets the bytes done so far. */
export interface TransferOptions {
  readonly signal: AbortSignal;
  onBytes?(done: number, total: number): Promise<void>;
}

/** Where a file goes: under its own name into an existing folder, else to the path itself. */
export async function placeFor(source: string, destination: string): Promise<string> {
  const existing = await stat(destination).catch(() => undefined);
  return existing?.isDirectory() ? join(destination, basename(source)) : destination;
}

/** True when something, a broken link included, has that path. */
export const exists = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined)) !== undefined;

/** Copies a regular file with its mode and times; a crash leaves the old file or the copy. */
export async function copyContent(
  source: string,
  destination: string,
  { signal, onBytes }: TransferOptions,
): Promise<void> {
  const stats = await stat(source);
  if (stats.isDirectory())
    throw new ToolError(`source ${source} is a folder: only files are copied`);
  if (!stats.isFile()) throw new ToolError(`source ${source} is a pipe, socket or device`);
  if (await isSame(stats, destination)) throw new ToolError('source and destination are one file');
  async function* content() {
    let done = 0;
    for await (const chunk of createReadStream(source, { highWaterMark: chunkBytes, signal })) {
      yield chunk;
      done += chunk.length;
      await onBytes?.(done, stats.size);
    }
  }
  await replaceFile(
    destination,
    async file => {
      await writeFile(file, content(), { signal });
      await file.utimes(stats.atime, stats.mtime);
    },
    { mode: stats.mode },
  );
}

/** Moves a file, link or folder; between file systems it copies, flushes and then removes. */
export async function move(
  source: string,
  destination: string,
  options: TransferOptions,
): Promise<void> {
  const stats = await lstat(source);
  const target = await lstat(destination).catch(() => undefined);
  if (await isSame(stats, destination)) throw new ToolError('source and destination are the same');
  if (stats.isDirectory() && `${destination}${sep}`.startsWith(`${source}${sep}`))
    throw new ToolError(`destination ${destination} is inside the folder to move`);
  if (target?.isDirectory()) throw new ToolError(`destination ${destination} is a folder already`);
  if (target && stats.isDirectory())
    throw new ToolError(`destination ${destination} is a file, and source is a folder`);
  try {
    await rename(source, destination);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await moveAcross(source, stats, destination, options);
  }
}

async function moveAcross(
  source: string,
  stats: Stats,
  destination: string,
  options: TransferOptions,
): Promise<void> {
  if (stats.isFile()) {
    await copyContent(source, destination, options);
    await unlink(source);
  } else if (stats.isSymbolicLink()) {
    if (await exists(destination)) await unlink(destination);
    await symlink(await readlink(source), destination);
    await unlink(source);
  } else if (stats.isDirectory()) {
    try {
      await cp(source, destination, {
        recursive: true,
        preserveTimestamps: true,
        verbatimSymlinks: true,
        errorOnExist: true,
        force: false,
      });
    } catch (error) {
      await rm(destination, { recursive: true, force: true });
      throw error;
    }
    await rm(source, { recursive: true });
  } else throw new ToolError('source is a pipe, socket or device on another file system');
}

async function isSame({ dev, ino }: Stats, other: string): Promise<boolean> {
  const stats = await lstat(other).catch(() => undefined);
  return stats !== undefined && stats.dev === dev && stats.ino === ino;
}
