import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ToolContext, ToolError } from '@std-tools/core';
import { realLocation, realTarget } from './real-target.ts';
import { clientRoots, rootsConfig } from './roots-config.ts';

export interface ResolveOptions {
  /** The parameter's name, for messages; default `path`. */
  readonly parameter?: string;
  /** False: a symbolic link at the end stands for itself, not for its target. Default true. */
  readonly follow?: boolean;
}

/**
 * The absolute path to work on. With roots set it is the real path, links resolved, and a
 * `ToolError` when it is outside of them. The end of the path need not exist.
 */
export async function resolvePath(
  path: string,
  ctx: Pick<ToolContext, 'config' | 'roots'>,
  { parameter = 'path', follow = true }: ResolveOptions = {},
): Promise<string> {
  if (path === '')
    throw new ToolError(`${parameter} is empty: give a path ("." is the working folder)`);
  if (path.includes('\0')) throw new ToolError(`${parameter} holds a NUL byte: remove it`);
  if (!path.isWellFormed())
    throw new ToolError(
      `${parameter} holds half a character (a lone surrogate): write the whole character`,
    );
  const absolute = resolve(path);
  if (ctx.config(rootsConfig).roots.length === 0) return absolute;

  const allowed = await allowedFolders(ctx);
  const real = follow ? await realTarget(absolute) : await realLocation(absolute);
  if (allowed.some(root => isInside(real, root))) return real;
  const where = allowed.join(', ') || 'none (the client offers none that exist)';
  throw new ToolError(`${parameter} ${path} is outside the allowed folders: ${where}`);
}

/** True when the path, with its links followed, is one to work on. */
export const isAllowed = (
  path: string,
  ctx: Pick<ToolContext, 'config' | 'roots'>,
): Promise<boolean> =>
  resolvePath(path, ctx).then(
    () => true,
    () => false,
  );

/** The real folders that paths are confined to; none when they are not confined. */
export async function allowedFolders(
  ctx: Pick<ToolContext, 'config' | 'roots'>,
): Promise<readonly string[]> {
  const { roots } = ctx.config(rootsConfig);
  if (!roots.includes(clientRoots)) return roots;
  const offered = ((await ctx.roots()) ?? []).filter(uri => uri.startsWith('file:'));
  const real = offered.flatMap(pathOf).map(folder => realpath(folder).catch(() => []));
  return [...roots.filter(root => root !== clientRoots), ...(await Promise.all(real)).flat()];
}

function pathOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return []; // a URI that names no file on this machine allows nothing
  }
}

/** True when a path is that of a folder or lies below it, compared as texts. */
export const isInside = (path: string, root: string): boolean => {
  const way = relative(root, path);
  return way === '' || (!isAbsolute(way) && way.split(/[\\/]/, 1)[0] !== '..');
};
