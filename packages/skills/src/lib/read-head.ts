import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { bytesPerMb, ToolError } from '@std-tools/core';
import { overSizeLimit } from '@std-tools/kit-files';
import { maxFrontmatterLength } from './split-frontmatter.ts';

/** Enough for the longest frontmatter, its fences and a byte-order mark. */
export const headBytes = 3 * maxFrontmatterLength + 4096;

/** Refuses what is no regular file, or has more bytes than the limit. */
export function checkRegularFile(
  stats: { readonly size: number; isFile(): boolean; isDirectory(): boolean },
  shownPath: string,
  maxFileSizeMb: number,
): void {
  if (stats.isDirectory()) throw new ToolError(`${shownPath} is a folder`);
  if (!stats.isFile())
    throw new ToolError(`${shownPath} is a pipe, socket or device, not a regular file`);
  if (stats.size > maxFileSizeMb * bytesPerMb)
    throw overSizeLimit(shownPath, stats.size, maxFileSizeMb);
}

/** The first bytes of a SKILL.md, which hold its frontmatter. Never waits on a pipe. */
export async function readHead(path: string, maxFileSizeMb: number): Promise<Buffer> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stats = await file.stat();
  checkRegularFile(stats, 'SKILL.md', maxFileSizeMb);
  const head = Buffer.alloc(Math.min(stats.size, headBytes));
  let length = 0;
  while (length < head.length) {
    const { bytesRead } = await file.read(head, length, head.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return head.subarray(0, length);
}
