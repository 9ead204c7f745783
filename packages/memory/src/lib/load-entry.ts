import { lstatSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isToolError, type ReadConfig } from '@std-tools/core';
import { errorCode, fileError, isInside, readRegularFile } from '@std-tools/kit-files';
import { type Entry, parseEntry, type Unreadable } from './entry-text.ts';
import { strayLink } from './store-path.ts';

export interface LoadOptions {
  readonly config: ReadConfig;
  readonly signal: AbortSignal;
}

/**
 * The entry in a top-level file of the store, or why there is none in it; undefined when the file
 * is missing. A link is followed when it leads to a file inside the store.
 */
export async function loadEntry(
  root: string,
  file: string,
  { config, signal }: LoadOptions,
): Promise<Entry | Unreadable | undefined> {
  const path = join(root, file);
  try {
    if (lstatSync(path).isSymbolicLink() && (await isStray(root, path)))
      return { file, reason: strayLink };
    return parseEntry(file, await readRegularFile(path, { shownPath: file, config, signal }));
  } catch (error) {
    if (/^(ENOENT|ENAMETOOLONG)$/.test(errorCode(error))) return undefined;
    const worded = fileError(error, file);
    if (!isToolError(worded)) throw worded;
    return { file, reason: worded.message.slice(file.length + 1) };
  }
}

async function isStray(root: string, link: string): Promise<boolean> {
  const target = await realpath(link).catch(() => undefined);
  return target === undefined || !isInside(target, root);
}
