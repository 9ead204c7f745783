import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ToolError } from '@std-tools/core';
import { errorCode, fileError } from '@std-tools/kit-files';

/** Makes the parent folders of a file when allowed; a missing one is a `ToolError` otherwise. */
export async function makeParent(file: string, create: boolean): Promise<void> {
  const folder = dirname(file);
  const found = await stat(folder).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw fileError(error, folder);
  });
  if (found?.isDirectory()) return;
  if (found) throw new ToolError(`${folder} is a file, not a folder: choose another path`);
  if (!create)
    throw new ToolError(`folder ${folder} does not exist: set create_dirs to true to make it`);
  await makeFolder(folder);
}

/** As a recursive mkdir, which tells of a read-only file system as of a missing folder. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return; // another program made it meanwhile
    if (errorCode(error) !== 'ENOENT') throw fileError(error, folder);
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}
