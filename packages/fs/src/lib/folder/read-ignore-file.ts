import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** As git does, a link counts as no file: it might lead to a device, or out of the roots. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/**
 * The text of a folder's `.gitignore`; undefined when it cannot be read, is not a regular file or
 * is over `maxBytes`. Never waits for the other end of a pipe.
 */
export async function readIgnoreFile(
  folder: string,
  maxBytes: number,
): Promise<string | undefined> {
  try {
    await using file = await open(join(folder, '.gitignore'), flags);
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    // No more than the size it had, should it grow meanwhile.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(stats.size + 1), 0, stats.size, 0);
    return new TextDecoder().decode(buffer.subarray(0, bytesRead));
  } catch {
    return undefined;
  }
}
