import { randomBytes } from 'node:crypto';
import { renameSync, unlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isFull } from './change-lock.ts';
import { deletedName } from './reserved-name.ts';
import type { Place } from './store-path.ts';

/**
 * Removes a file, a link or a whole folder. A folder first gets a hidden name beside it, so that a
 * killed call leaves it whole or gone; the first change of the next process removes the rest.
 * Returns false when the folder is gone but not all of its files could be removed from the disk.
 */
export async function remove({ path, stats }: Place): Promise<boolean> {
  if (!stats?.isDirectory()) {
    unlinkSync(path); // in one step with what was confirmed
    return true;
  }
  const hidden = join(dirname(path), deletedName(randomBytes(8).toString('hex')));
  try {
    renameSync(path, hidden);
  } catch (error) {
    if (!isFull(error)) throw error;
    await rm(path, { recursive: true }); // no room even for a name
    return true;
  }
  return rm(hidden, { recursive: true, force: true }).then(
    () => true,
    () => false,
  );
}
