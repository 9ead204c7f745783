import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { errorCode } from '@std-tools/kit-files';
import { type DirectoryEntry, directoryEntries } from './directory-entries.ts';
import type { IgnoreRules } from './ignore-rules.ts';

export interface TreeOptions {
  /** Levels below the folder; 1 lists its own entries. */
  readonly maxDepth: number;
  readonly includeHidden: boolean;
  readonly rules: IgnoreRules;
  readonly signal: AbortSignal;
  /** False for a link whose target is nobody's business. Default: true. */
  readonly mayFollow?: (path: string) => Promise<boolean>;
  /** Where the drawing stops; default 100,000. */
  readonly maxEntries?: number;
}

const longestTurnMs = 20;

/**
 * Draws a folder with box characters, folders first. Links to folders are shown, not entered, so a
 * loop ends; a folder that cannot be read says so in its place.
 */
export async function directoryTree(folder: string, options: TreeOptions): Promise<string> {
  const { maxEntries = 100_000, mayFollow = async () => true } = options;
  const lines = [`${inOneLine(basename(folder) || folder)}/`];
  const isWhole = await draw(folder, '', 1, { ...options, maxEntries, mayFollow, lines });
  if (!isWhole)
    lines.push(`[stopped after ${maxEntries} entries: lower max_depth or exclude more]`);
  return lines.join('\n');
}

/** False when it stopped before the last entry. */
async function draw(
  folder: string,
  indent: string,
  depth: number,
  options: Required<TreeOptions> & { readonly lines: string[] },
): Promise<boolean> {
  const { maxDepth, includeHidden, lines, signal, maxEntries, mayFollow } = options;
  signal.throwIfAborted();
  const rules = depth === 1 ? options.rules : await options.rules.enter(folder);
  const found = await directoryEntries(folder, {
    includeHidden,
    withSize: false,
    signal,
    mayFollow,
  });
  const entries = await withoutIgnored(folder, found, { rules, signal });
  for (const [index, { name, isFolder, isLink }] of entries.entries()) {
    if (lines.length > maxEntries) return false;
    const isLast = index === entries.length - 1;
    lines.push(`${indent}${isLast ? '└── ' : '├── '}${inOneLine(name)}${isFolder ? '/' : ''}`);
    if (!isFolder || isLink || depth >= maxDepth) continue;
    const below = `${indent}${isLast ? '    ' : '│   '}`;
    try {
      const isWhole = await draw(join(folder, name), below, depth + 1, { ...options, rules });
      if (!isWhole) return false;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      lines.push(`${below}└── [not readable]`);
    }
  }
  return true;
}

/** Lets others run meanwhile, as a hostile `.gitignore` can make each entry take long. */
async function withoutIgnored(
  folder: string,
  found: readonly DirectoryEntry[],
  { rules, signal }: Pick<TreeOptions, 'rules' | 'signal'>,
): Promise<DirectoryEntry[]> {
  const entries: DirectoryEntry[] = [];
  let pauseAt = performance.now() + longestTurnMs;
  for (const entry of found) {
    if (performance.now() > pauseAt) {
      await setImmediate();
      signal.throwIfAborted();
      pauseAt = performance.now() + longestTurnMs;
    }
    const { name, isFolder, isLink } = entry;
    if (!rules.ignores(join(folder, name), isFolder && !isLink)) entries.push(entry);
  }
  return entries;
}

/** A name that holds line breaks or escapes must not look like other entries. */
const inOneLine = (name: string) =>
  name.replace(/\p{Cc}/gu, character => JSON.stringify(character).slice(1, -1));

const isUnreadable = (error: unknown) =>
  ['EACCES', 'EPERM', 'ENOENT', 'EIO', 'ENAMETOOLONG'].includes(errorCode(error));
