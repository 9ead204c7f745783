import { constants, fstatSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { bytesPerMb, limitsConfig, type ReadConfig, ToolError } from '@std-tools/core';

export interface ReadOptions {
  /** The path as the model gave it, for messages. */
  readonly shownPath: string;
  readonly config: ReadConfig;
  readonly signal: AbortSignal;
}

/**
 * Reads a regular file whole. Folders, pipes and devices are refused before a byte is read, and so
 * is a file over `DPTTOOLS_MAX_FILE_SIZE_MB`; one that grows past it while it is read, too.
 */
export async function readRegularFile(path: string, options: ReadOptions): Promise<Buffer> {
  // Without O_NONBLOCK the open of a pipe that nobody writes to would never return.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return await readOpened(file, options);
  } finally {
    void file.close().catch(() => {}); // what was read does not depend on it: nobody waits
  }
}

/** The error for a file of so many bytes, over the limit of the settings. */
export const overSizeLimit = (shownPath: string, bytes: number, maxFileSizeMb: number): ToolError =>
  new ToolError(
    `${shownPath} has ${(bytes / bytesPerMb).toFixed(1)} MB, over the limit of ` +
      `${maxFileSizeMb} MB (DPTTOOLS_MAX_FILE_SIZE_MB)`,
  );

async function readOpened(file: FileHandle, { shownPath, config, signal }: ReadOptions) {
  const { maxFileSizeMb } = config(limitsConfig);
  const maxBytes = maxFileSizeMb * bytesPerMb;
  const tooLarge = (bytes: number) => overSizeLimit(shownPath, bytes, maxFileSizeMb);
  const stats = statOpened(file);
  if (stats.isDirectory()) throw new ToolError(`${shownPath} is a folder: give the path of a file`);
  if (!stats.isFile())
    throw new ToolError(`${shownPath} is a pipe, socket or device, not a regular file`);
  if (stats.size > maxBytes) throw tooLarge(stats.size);
  const bytes = await readUpTo(file, stats.size, maxBytes, signal);
  if (bytes.length > maxBytes) throw tooLarge(bytes.length);
  return bytes;
}

/** Of an open file the system knows the answer, so it is asked at once, without a file thread. */
function statOpened(file: FileHandle): Stats {
  const stats = fstatSync(file.fd);
  // See docs/decisions/0006: the last file looked at so must not be a pipe.
  if (stats.isFIFO()) statSync('/');
  return stats;
}

/** Reads to the end, but at most one byte more than `maxBytes`; the size is only a guess. */
async function readUpTo(file: FileHandle, size: number, maxBytes: number, signal: AbortSignal) {
  let buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
    length += bytesRead;
    // A file with a size ends where less comes than was asked for; those of /proc have none.
    const isEnd = bytesRead === 0 || (size > 0 && length < buffer.length);
    if (isEnd || length > maxBytes) return buffer.subarray(0, length);
    if (length < buffer.length) continue;
    const larger = Buffer.allocUnsafe(Math.min(maxBytes + 1, Math.max(buffer.length * 2, 65_536)));
    buffer.copy(larger);
    buffer = larger;
  }
}
