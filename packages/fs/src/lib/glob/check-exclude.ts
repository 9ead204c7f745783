import { ToolError } from '@std-tools/core';
import { escapeGlob } from './escape-glob.ts';
import { keepInName } from './keep-in-name.ts';

const mostGlobs = 100;

/**
 * The globs of an `exclude` parameter as lines of a `.gitignore`, so that one with a slash before
 * its end is relative to the folder, others hold at any depth. A fault is a `ToolError`.
 */
export function checkExclude(exclude: readonly string[]): string[] {
  if (exclude.length > mostGlobs)
    throw new ToolError(`exclude has ${exclude.length} globs, over the limit of ${mostGlobs}`);
  return exclude.map(glob => keepInName(escapeGlob(glob, 'exclude')));
}
