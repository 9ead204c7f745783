import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ToolError } from '@std-tools/core';

/** Makes the parent folders of a file when allowed; a missing one is a `ToolError` otherwise. */
export async function makeParent(file: string, create: boolean): Promise<void> {
  const folder = dirname(file);
  if (create) await mkdir(folder, { recursive: true });
  else if (!(await stat(folder).catch(() => undefined)))
    throw new ToolError(`folder ${folder} does not exist: set create_dirs to true to make it`);
}
