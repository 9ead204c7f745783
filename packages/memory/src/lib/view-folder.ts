import { lstatSync } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sizeText } from '@std-tools/kit-files';

/** Levels below the folder that are listed; deeper files count in the sizes. */
const levels = 2;
/** Entries that one view looks at. */
const mostEntries = 100_000;
const sliceEntries = 250;

interface Walk {
  readonly signal: AbortSignal;
  readonly lines: Line[];
  left: number;
}
interface Line {
  readonly path: string;
  readonly size: number;
}

/**
 * The folders and files up to two levels below a folder, sorted by path, as `size TAB path`; the
 * folder itself comes first, and folders end in `/` and have the size of all files in them. Hidden
 * names and node_modules are left out, links are listed and not followed. A last line says so when
 * not all was looked at.
 */
export async function viewFolder(
  folder: string,
  shown: string,
  signal: AbortSignal,
  most = mostEntries,
): Promise<string> {
  const walk: Walk = { signal, lines: [], left: most };
  const top = shown === '/' ? '/' : `${shown}/`;
  const size = await measure(folder, top, levels, walk);
  const lines = walk.lines.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return [
    ...[{ path: top, size }, ...lines].map(line => `${sizeText(line.size)}\t${oneLine(line.path)}`),
    ...(walk.left < 0 ? [`(only the first ${most} entries were looked at and counted)`] : []),
  ].join('\n');
}

/** The bytes in a folder; what is at most `depth` levels below it is noted. */
async function measure(folder: string, shown: string, depth: number, walk: Walk): Promise<number> {
  let sum = 0;
  // Of a folder that may not be read the size is unknown; of the one asked for that is an error.
  const entries = depth === levels ? opendir(folder) : opendir(folder).catch(() => []);
  for await (const entry of await entries) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    walk.left -= 1;
    if (walk.left < 0) break;
    walk.signal.throwIfAborted();
    if (walk.left % sliceEntries === 0) await setImmediate();
    const path = join(folder, entry.name);
    const place = `${shown}${entry.name}${entry.isDirectory() ? '/' : ''}`;
    const size = entry.isDirectory() ? await measure(path, place, depth - 1, walk) : sizeOf(path);
    if (depth > 0) walk.lines.push({ path: place, size });
    sum += size;
  }
  return sum;
}

function sizeOf(path: string): number {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
}

/** Control characters in a name would break the lines. */
const oneLine = (path: string) =>
  path.replace(/\p{Cc}/gu, character => JSON.stringify(character).slice(1, -1));
