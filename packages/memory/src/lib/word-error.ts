import { sep } from 'node:path';
import { isToolError, ToolError } from '@std-tools/core';
import { fileError } from '@std-tools/kit-files';

/**
 * Words a failure for the model. Paths below one of the folders, which are the store's, become
 * paths of the memory, such as `/notes/a.md`.
 */
export function wordError(error: unknown, folders: readonly (string | undefined)[]): unknown {
  const worded = fileError(error);
  if (!isToolError(worded)) return worded;
  for (const folder of folders) {
    if (folder === undefined || !worded.message.startsWith(folder)) continue;
    const rest = worded.message.slice(folder.length);
    if (rest.startsWith(sep)) return new ToolError(`/${rest.slice(1)}`, { code: worded.code });
    if (rest.startsWith(' ')) return new ToolError(`the memory${rest}`, { code: worded.code });
  }
  return worded;
}
