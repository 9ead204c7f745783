import { lstat, opendir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isTemporaryName } from '@std-tools/kit-files';
import { isDeletedName } from './reserved-name.ts';

/** Entries that one sweep looks at; what lies behind them stays for a person to find. */
const mostEntries = 100_000;
/** A younger file may be one that another server, which has no part in the lock, is writing. */
const leftAfterMs = 10 * 60_000;

/**
 * Removes what killed processes left below the store's folder: temporary files of writes, and
 * folders that were being deleted. Links are not followed. Call it under the store's lock.
 */
export async function sweep(root: string, signal: AbortSignal): Promise<void> {
  const folders = [root];
  let left = mostEntries;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for await (const entry of await opendir(folder).catch(() => [])) {
      signal.throwIfAborted();
      if (left === 0) return;
      left -= 1;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && isDeletedName(entry.name))
        await rm(path, { recursive: true, force: true }).catch(() => {});
      else if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() && isTemporaryName(entry.name) && (await isLeft(path)))
        await unlink(path).catch(() => {});
    }
}

const isLeft = (path: string): Promise<boolean> =>
  lstat(path).then(
    stats => Date.now() - stats.mtimeMs > leftAfterMs,
    () => false,
  );
