import { createReadStream, type Stats } from 'node:fs';
import {
  access,
  chmod,
  constants,
  lstat,
  mkdir,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { ToolError } from '@std-tools/core';
import { errorCode, fileError, replaceFile } from '@std-tools/kit-files';

const chunkBytes = 1_048_576;
/** Bytes that a file may grow while it is copied; those of /proc may have no end. */
const mostGrowth = 64 * chunkBytes;

/** How a transfer is watched: `onBytes` gets the bytes done so far. */
export interface TransferOptions {
  readonly signal: AbortSignal;
  onBytes?(done: number, total: number): Promise<void>;
}

/**
 * Where a file goes: under its own name into an existing folder, else to the path itself, whose
 * folder must exist.
 */
export async function placeFor(source: string, destination: string): Promise<string> {
  const existing = await stat(destination).catch(() => undefined);
  if (existing?.isDirectory()) return join(destination, basename(source));
  const folder = dirname(destination);
  const parent = await stat(folder).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw fileError(error, `destination ${destination}`);
  });
  if (parent?.isDirectory()) return destination;
  throw new ToolError(
    parent
      ? `destination ${destination} cannot be reached: ${folder} is a file, not a folder`
      : `destination ${destination} cannot be reached, its folder does not exist: ` +
          'create_file with create_dirs makes folders',
  );
}

/** True when something, a broken link included, has that path. */
export const exists = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined)) !== undefined;

/** Copies a file with its mode and times; a crash leaves the old destination or the copy. */
export async function copyContent(
  source: string,
  destination: string,
  options: TransferOptions,
): Promise<void> {
  const stats = await stat(source);
  if (stats.isDirectory())
    throw new ToolError(`source ${source} is a folder: only files are copied`);
  if (!stats.isFile()) throw new ToolError(`source ${source} is a pipe, socket or device`);
  if (isSame(stats, await stat(destination).catch(() => undefined)))
    throw new ToolError('source and destination are one file: give another destination');
  await putCopy(source, stats, destination, { ...options, follow: true });
}

/** Moves a file, link or folder; between file systems it copies, flushes and then removes. */
export async function move(
  source: string,
  destination: string,
  options: TransferOptions,
): Promise<void> {
  const stats = await lstat(source);
  const target = await lstat(destination).catch(() => undefined);
  if (isSame(stats, target))
    throw new ToolError('source and destination are the same: give another destination');
  if (stats.isDirectory() && `${destination}${sep}`.startsWith(`${source}${sep}`))
    throw new ToolError(`destination ${destination} is inside the folder to move`);
  if (target?.isDirectory()) throw new ToolError(`destination ${destination} is a folder already`);
  if (target && stats.isDirectory())
    throw new ToolError(`destination ${destination} is a file, and source is a folder`);
  try {
    await rename(source, destination);
  } catch (error) {
    if (errorCode(error) === 'EXDEV') return moveAcross(source, stats, destination, options);
    // The source was just looked at, so these speak of the destination.
    if (/^(ENOENT|ENOTDIR|ENAMETOOLONG|ENOSPC|EDQUOT)$/.test(errorCode(error)))
      throw fileError(error, destination);
    // These may speak of either folder, and Node names the source.
    if (/^(EACCES|EPERM)$/.test(errorCode(error)))
      throw fileError(error, `moving ${source} to ${destination}`);
    throw error;
  }
}

async function moveAcross(
  source: string,
  stats: Stats,
  destination: string,
  options: TransferOptions,
): Promise<void> {
  await access(dirname(source), constants.W_OK); // else the copy would be all that gets done
  const replaces = await exists(destination);
  try {
    await copyTree(source, stats, destination, options);
  } catch (error) {
    // Of a folder, which had no old destination, nothing is to be left.
    if (stats.isDirectory() && errorCode(error) !== 'EEXIST')
      await rm(destination, { recursive: true, force: true });
    throw error;
  }
  try {
    await rm(source, { recursive: true });
  } catch (error) {
    // A folder may be half removed, so its copy stays; so does one that replaced another file.
    if (!stats.isDirectory() && !replaces) await rm(destination, { force: true });
    throw error;
  }
}

/** Copies a file, a link as a link, or a folder with all in it, each with its mode and times. */
async function copyTree(
  source: string,
  stats: Stats,
  destination: string,
  options: TransferOptions,
): Promise<void> {
  if (stats.isFile()) await putCopy(source, stats, destination, { ...options, follow: false });
  else if (stats.isSymbolicLink()) {
    await rm(destination, { force: true });
    await symlink(await readlink(source), destination);
  } else if (stats.isDirectory()) {
    await mkdir(destination, { mode: 0o700 });
    for (const name of await readdir(source)) {
      const [from, to] = [join(source, name), join(destination, name)];
      if (await exists(to))
        throw new ToolError(`${from} and another file have one name on the other file system`);
      // Bytes of one file say nothing about the folder's.
      await copyTree(from, await lstat(from), to, { signal: options.signal });
    }
    await chmod(destination, modeFor(stats) & 0o7777);
    await utimes(destination, stats.atime, stats.mtime);
  } else {
    throw new ToolError(
      `${source} is a pipe, socket or device, which cannot move to another file system`,
    );
  }
}

async function putCopy(
  source: string,
  stats: Stats,
  destination: string,
  { signal, onBytes, follow }: TransferOptions & { readonly follow: boolean },
): Promise<void> {
  async function* content() {
    let done = 0;
    try {
      for await (const chunk of createReadStream(source, { highWaterMark: chunkBytes, signal })) {
        yield chunk;
        done += chunk.length;
        if (done > stats.size + mostGrowth)
          throw new ToolError(`source ${source} does not end where its size says: not copied`);
        await onBytes?.(done, stats.size);
      }
    } catch (error) {
      throw fileError(error, source); // what fails in writing speaks of the destination
    }
  }
  await replaceFile(
    destination,
    async file => {
      await writeFile(file, content(), { signal });
      await file.utimes(stats.atime, stats.mtime);
    },
    { mode: modeFor(stats), follow },
  );
}

/** Set-user and set-group bits would give the copy's owner's rights: only the owner keeps them. */
const modeFor = ({ mode, uid }: Stats): number =>
  uid === process.geteuid?.() ? mode : mode & 0o1777;

const isSame = (one: Stats, other: Stats | undefined): boolean =>
  other !== undefined && one.dev === other.dev && one.ino === other.ino;
