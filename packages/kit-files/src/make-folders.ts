import { mkdir, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';

/**
 * Makes a folder and those above it that are missing; returns the first one made, undefined when
 * something stood there. A recursive mkdir would tell of a read-only file system as of a missing
 * folder.
 */
export async function makeFolders(folder: string, mode = 0o777): Promise<string | undefined> {
  try {
    await mkdir(folder, { mode });
    return folder;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined;
    if (errorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
  }
  const first = await makeFolders(dirname(folder), mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (first !== undefined) await removeFolders(first, dirname(folder));
    throw error;
  }
  return first ?? folder;
}

/** Removes empty folders from `last` up to `first`, which is above it or the same. */
export async function removeFolders(first: string, last: string): Promise<void> {
  for (let folder = last; folder.length >= first.length; folder = dirname(folder))
    await rmdir(folder).catch(() => {});
}
