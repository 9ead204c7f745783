import { sep } from 'node:path';
import { ToolError } from '@std-tools/core';

/** A path that ends with a slash can only be a folder's: resolved, it would make a file. */
export function refuseFolderName(path: string): void {
  if (path.endsWith('/') || path.endsWith(sep))
    throw new ToolError(`path ${path} ends with a slash, so it names a folder: add a file name`);
}
