import { ToolError } from '@std-tools/core';
import { checkWellFormed } from './check-well-formed.ts';

/** The ending of every entry's file. */
export const entryEnding = '.json';

/** Bytes of a name, so that the file can be copied to any file system. */
const mostBytes = 200;
/** Bytes of a name that a file system may hold, with the ending. */
const mostPossibleBytes = 255;

/** Names of devices on Windows, where they are no files whatever their ending. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i;

/**
 * The file of a key: `/` and `\` become `_`, and the keys `.` and `..` are escaped. Keys that no
 * file can have are a `ToolError`.
 */
export function entryFile(key: string): string {
  if (key === '') throw new ToolError('key is empty: give a name for the memory');
  if (key.includes('\0')) throw new ToolError('key holds a NUL byte: remove it');
  checkWellFormed(key, 'key');
  const name = flatName(key);
  const file = (/^\.{1,2}$/.test(name) ? name.replaceAll('.', '%2E') : name) + entryEnding;
  if (Buffer.byteLength(file) > mostPossibleBytes) throw tooLong(name);
  return file;
}

/** As `entryFile`, for a new entry: only names that every system can hold. */
export function newEntryFile(key: string): string {
  const file = entryFile(key);
  const name = flatName(key);
  if (Buffer.byteLength(name) > mostBytes) throw tooLong(name);
  if (deviceName.test(name))
    throw new ToolError(`key ${key} is the name of a device on Windows: choose another key`);
  if (process.platform === 'win32' && isRefusedByWindows(name))
    throw new ToolError(
      `key ${key} cannot be a file name here: leave out <>:"|?*, control characters, and dots ` +
        'and spaces at the end',
    );
  return file;
}

/** Where the Python library keeps the keys that are escaped here. */
export const unescapedFile = (key: string): string => flatName(key) + entryEnding;

const flatName = (key: string) => key.replace(/[/\\]/g, '_');

const isRefusedByWindows = (name: string) => /[<>:"|?*\p{Cc}]|[. ]$/u.test(name);

const tooLong = (name: string) =>
  new ToolError(
    `key has ${Buffer.byteLength(name)} bytes, and at most ${mostBytes} are possible: ` +
      'use a shorter key and put the rest into the value',
  );
