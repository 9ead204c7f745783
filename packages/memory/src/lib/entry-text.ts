import { entryEnding } from './entry-file.ts';

/** A memory: a value under a key. */
export interface Entry {
  readonly key: string;
  readonly value: string;
}

/** A file among the entries that holds none, and why, as the end of a sentence. */
export interface Unreadable {
  readonly file: string;
  readonly reason: string;
}

/** What an entry's file holds, readable by the Python library too. */
export const entryText = ({ key, value }: Entry): string => JSON.stringify({ key, value }, null, 2);

/**
 * The entry in a file's bytes. JSON of another shape is an entry too: its key is the file's name
 * without the ending, its value the text. A value that is no text is given as JSON.
 */
export function parseEntry(file: string, bytes: Uint8Array): Entry | Unreadable {
  const text = decode(bytes);
  if (text === undefined) return { file, reason: 'is not UTF-8 text' };
  try {
    const json: unknown = JSON.parse(text);
    if (!isEntry(json)) return { key: file.slice(0, -entryEnding.length), value: text };
    const { key, value } = json;
    return { key, value: typeof value === 'string' ? value : JSON.stringify(value) };
  } catch (error) {
    // Only JSON.stringify overflows the stack; the parser's own words may quote the text.
    return { file, reason: error instanceof RangeError ? 'is nested too deeply' : 'is not JSON' };
  }
}

function isEntry(json: unknown): json is { readonly key: string; readonly value: unknown } {
  if (typeof json !== 'object' || json === null || !('key' in json) || !('value' in json))
    return false;
  return typeof json.key === 'string' && json.key !== '';
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
