import type { Stats } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ToolError } from '@std-tools/core';
import { errorCode, fileError, isInside } from '@std-tools/kit-files';
import { type MemoryPath, reserved, shownPath } from './memory-path.ts';
import { isReserved } from './reserved-name.ts';

/** Where a path of the memory is on the disk. */
export interface Place {
  /** Absolute, inside the store's folder, with the links on its way resolved. */
  readonly path: string;
  readonly shown: string;
  readonly isRoot: boolean;
  /** What stands there; undefined when nothing does. */
  readonly stats: Stats | undefined;
}

/**
 * Finds the place of a path inside `root`, a real path. Links on the way may lead anywhere inside;
 * one that leads out, or nowhere, is a `ToolError`. A link at the end is followed only when
 * `follow` says so, else the place is the link's own. The end of the path need not exist.
 */
export async function findPlace(
  root: string,
  { shown, segments }: MemoryPath,
  follow: boolean,
): Promise<Place> {
  if (isInside(`/${segments.join('/')}`, root)) throw ownFolder(shown);
  let path = root;
  let stats = await look(root, '/');
  for (const [index, segment] of segments.entries()) {
    if (stats && !stats.isDirectory()) throw notFolder(shownPart(segments, index));
    path = join(path, segment);
    stats = stats && (await look(path, shown));
    const isEnd = index === segments.length - 1;
    if (!stats?.isSymbolicLink() || (isEnd && !follow)) continue;
    path = await leadsTo(root, path, shownPart(segments, index + 1));
    stats = await stat(path);
  }
  const inside = relative(root, path).split(sep);
  if (isReserved(inside)) throw reserved(shown);
  return { path, shown, isRoot: path === root, stats };
}

/** What is wrong with a link that cannot be followed. */
export const strayLink = 'is a link that leads out of the memory, or to nothing';

/** The error for a path where nothing stands. */
export const missing = (shown: string): ToolError =>
  new ToolError(`${shown} does not exist: memory_view of a folder shows what is there`);

async function look(path: string, shown: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw fileError(error, shown);
  }
}

/** Where a link leads; one that leads out tells no more than one that leads to nothing. */
async function leadsTo(root: string, link: string, shown: string): Promise<string> {
  const target = await realpath(link).catch(() => undefined);
  if (target !== undefined && isInside(target, root)) return target;
  throw new ToolError(`${shown} ${strayLink}: memory_delete removes the link`);
}

const shownPart = (segments: readonly string[], count: number) =>
  shownPath(segments.slice(0, count));

const ownFolder = (shown: string) =>
  new ToolError(
    `${shown} names the folder that holds the memory: ` +
      'give the path inside the memory alone, such as notes/a.md',
  );

const notFolder = (shown: string) =>
  new ToolError(`${shown} is a file, not a folder: choose another path`);
