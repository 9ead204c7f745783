import { ToolError } from '@std-tools/core';
import type { EntryCache } from './entry-cache.ts';
import { entryFile, unescapedFile } from './entry-file.ts';
import type { Entry, Unreadable } from './entry-text.ts';
import { type LoadOptions, loadEntry } from './load-entry.ts';
import { similarKeys } from './similar-keys.ts';

/** An entry and the file that holds it. */
export interface FoundEntry {
  readonly file: string;
  readonly entry: Entry;
}

/**
 * The entry of a key: in the file that the key names, else in any other (a file may have been
 * renamed). A `ToolError` names the key that is in the way, or what is wrong with the file, or keys
 * like it.
 */
export async function findEntry(
  root: string,
  key: string,
  entries: EntryCache,
  options: LoadOptions,
): Promise<FoundEntry> {
  const named = [...new Set([entryFile(key), unescapedFile(key)])];
  let inTheWay: ToolError | undefined;
  for (const file of named) {
    const loaded = await loadEntry(root, file, options);
    if (loaded === undefined) continue;
    if ('key' in loaded && loaded.key === key) return { file, entry: loaded };
    inTheWay ??= 'key' in loaded ? taken(key, loaded.key) : unreadable(loaded);
  }
  const keys = new Map<string, string>();
  await entries.scan(root, options, item => {
    if ('key' in item && !keys.has(item.key)) keys.set(item.key, item.file);
  });
  const file = keys.get(key);
  const entry = file === undefined ? undefined : await loadEntry(root, file, options);
  if (file !== undefined && entry && 'key' in entry && entry.key === key) return { file, entry };
  throw inTheWay ?? unknown(key, keys.keys());
}

/**
 * The file to write a key into: `file`, which is named after it, or another one that holds the key.
 * A `ToolError` when `file` holds another key, or nothing readable.
 */
export async function fileToWrite(
  root: string,
  key: string,
  file: string,
  entries: EntryCache,
  options: LoadOptions,
): Promise<string> {
  const loaded = await loadEntry(root, file, options);
  if (loaded && 'key' in loaded && loaded.key === key) return file;
  let other: string | undefined;
  await entries.scan(root, options, item => {
    if ('key' in item && item.key === key) other = item.file;
  });
  if (other !== undefined || loaded === undefined) return other ?? file;
  throw 'key' in loaded ? taken(key, loaded.key) : unreadable(loaded);
}

const taken = (key: string, other: string) =>
  new ToolError(
    `key ${quoted(key)} has the same file as the key ${quoted(other)}, which is stored there: ` +
      `use ${quoted(other)}, or choose another key`,
  );

const unreadable = ({ file, reason }: Unreadable) =>
  new ToolError(
    `the file of this key, /${file}, ${reason}; see it with memory_view, or remove it with ` +
      'memory_delete',
  );

function unknown(key: string, keys: Iterable<string>): ToolError {
  const all = [...keys];
  const similar = similarKeys(key, all).map(quoted);
  const hint =
    similar.length > 0
      ? `similar keys are ${similar.join(', ')}; list_memory_keys shows all`
      : `list_memory_keys shows the ${all.length} that there are`;
  return new ToolError(
    `no memory has the key ${quoted(key)}: ${all.length > 0 ? hint : 'none is stored yet'}`,
  );
}

const quoted = (text: string) => JSON.stringify(text);
