import { linkSync } from 'node:fs';
import { lstat, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ToolError } from '@std-tools/core';
import { errorCode } from './error-code.ts';
import { fileError } from './file-error.ts';
import { replaceFile, type ReplaceOptions, viaTemporary } from './replacement.ts';

/** Makes or replaces a file with these bytes; see `replaceFile` for what a crash leaves. */
export async function writeAtomic(
  path: string,
  bytes: Uint8Array,
  options: ReplaceOptions = {},
): Promise<void> {
  await replaceFile(path, file => file.writeFile(bytes), options);
}

export interface CreateOptions {
  /** What to do about a path where something stands, for the message. */
  readonly advice?: string;
  /** Called right before the file appears, in one step with it; may throw. */
  confirm?(): void;
}

/**
 * Makes a file that must not exist yet. The kernel decides, so of two callers one gets a
 * `ToolError`, which ends in `advice`; a crash leaves the whole file or none.
 */
export async function createExclusive(
  path: string,
  bytes: Uint8Array,
  { advice = 'choose another path', confirm }: CreateOptions = {},
): Promise<void> {
  try {
    await viaTemporary(
      dirname(path),
      {},
      file => file.writeFile(bytes),
      async temporary => {
        confirm?.();
        await linkOrCopy(temporary, path, bytes);
        await unlink(temporary);
      },
    );
  } catch (error) {
    throw errorCode(error) === 'EEXIST' ? await alreadyThere(path, advice) : fileError(error, path);
  }
}

async function alreadyThere(path: string, advice: string): Promise<ToolError> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats?.isDirectory()) return new ToolError(`${path} is a folder: give the path of a file`);
  const canBeReplaced = !stats || stats.isFile() || stats.isSymbolicLink();
  return new ToolError(`${path} already exists: ${canBeReplaced ? advice : 'choose another path'}`);
}

async function linkOrCopy(temporary: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    linkSync(temporary, path); // in one step with what was confirmed
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(errorCode(error))) throw error;
    // A file system without hard links: still exclusive, no longer all or nothing.
    await using file = await open(path, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } catch (failed) {
      await unlink(path);
      throw failed;
    }
  }
}
