import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ToolError } from '@std-tools/core';
import { errorCode } from './error-code.ts';

const mostLinks = 40; // as Linux

/** Where a path really leads, also when its end, or the target of a link in it, is missing. */
export async function realTarget(path: string, links = mostLinks): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const location = await realLocation(path);
  const target = await readlink(location).catch(() => undefined);
  if (target === undefined) return location;
  if (links === 0) throw new ToolError(`${path} is a loop of symbolic links`);
  return realTarget(resolve(dirname(location), target), links - 1);
}

/** The real folder of a path, with the path's last name as it is. */
export async function realLocation(path: string): Promise<string> {
  const folder = dirname(path);
  return folder === path ? path : join(await realTarget(folder), basename(path));
}

const isMissing = (error: unknown) => /^(ENOENT|ENOTDIR)$/.test(errorCode(error));
