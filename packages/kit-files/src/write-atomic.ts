import { link, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ToolError } from '@std-tools/core';
import { fileError } from './file-error.ts';
import { replaceFile, viaTemporary } from './replacement.ts';

/** Makes or replaces a file with these bytes; see `replaceFile` for what a crash leaves. */
export async function writeAtomic(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await replaceFile(path, file => file.writeFile(bytes));
  } catch (error) {
    throw fileError(error, path);
  }
}

/**
 * Makes a file that must not exist yet. The kernel decides, so of two callers one gets a
 * `ToolError`; a crash leaves the whole file or none.
 */
export async function createExclusive(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await viaTemporary(
      dirname(path),
      {},
      file => file.writeFile(bytes),
      async temporary => {
        await linkOrCopy(temporary, path, bytes);
        await unlink(temporary);
      },
    );
  } catch (error) {
    if (codeOf(error) === 'EEXIST')
      throw new ToolError(`${path} already exists: use write_file to replace it`);
    throw fileError(error, path);
  }
}

async function linkOrCopy(temporary: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(codeOf(error))) throw error;
    // A file system without hard links: still exclusive, no longer all or nothing.
    await using file = await open(path, 'wx');
    await file.writeFile(bytes);
    await file.sync();
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
