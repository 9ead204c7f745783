import { basename, join } from 'node:path';
import { directoryEntries } from './directory-entries.ts';
import type { IgnoreRules } from './ignore-rules.ts';

export interface TreeOptions {
  /** Levels below the folder; 1 lists its own entries. */
  readonly maxDepth: number;
  readonly includeHidden: boolean;
  readonly rules: IgnoreRules;
  readonly signal: AbortSignal;
}

const mostEntries = 100_000;

/**
 * Draws a folder with box characters, folders first. Links to folders are shown, not entered, so a
 * loop ends; a folder that cannot be read says so in its place.
 */
export async function directoryTree(folder: string, options: TreeOptions): Promise<string> {
  const lines = [`${basename(folder) || folder}/`];
  await draw(folder, '', 1, { ...options, lines });
  if (lines.length > mostEntries)
    lines.push(`[stopped after ${mostEntries} entries: lower max_depth or exclude more]`);
  return lines.join('\n');
}

async function draw(
  folder: string,
  indent: string,
  depth: number,
  options: TreeOptions & { readonly lines: string[] },
): Promise<void> {
  const { maxDepth, includeHidden, lines, signal } = options;
  signal.throwIfAborted();
  const rules = depth === 1 ? options.rules : await options.rules.enter(folder);
  const entries = (await directoryEntries(folder, { includeHidden, withSize: false })).filter(
    ({ name, isFolder, isLink }) => !rules.ignores(join(folder, name), isFolder && !isLink),
  );
  for (const [index, { name, isFolder, isLink }] of entries.entries()) {
    if (lines.length > mostEntries) return;
    const isLast = index === entries.length - 1;
    lines.push(`${indent}${isLast ? '└── ' : '├── '}${name}${isFolder ? '/' : ''}`);
    if (!isFolder || isLink || depth >= maxDepth) continue;
    const below = `${indent}${isLast ? '    ' : '│   '}`;
    try {
      await draw(join(folder, name), below, depth + 1, { ...options, rules });
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      lines.push(`${below}└── [not readable]`);
    }
  }
}

const isUnreadable = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['EACCES', 'EPERM', 'ENOENT', 'EIO'].includes(String(error.code));
