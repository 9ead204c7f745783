import { ToolError } from '@std-tools/core';
import { lineAt } from '../line-range.ts';
import { nearMiss } from './near-miss.ts';
import type { TextEncoding } from '../encoding/text-encoding.ts';

export interface Replacement {
  readonly bytes: Buffer;
  /** Line of the replaced text, from 1. */
  readonly line: number;
}

/**
 * Replaces a text that must occur exactly once. It works on bytes, so everything around stays as
 * it is, undecodable bytes and a byte-order mark included; in a file whose lines all end in CRLF
 * the texts may be given with LF.
 */
export function replaceOnce(
  file: Buffer,
  oldText: string,
  newText: string,
  { encode }: Pick<TextEncoding, 'encode'>,
): Replacement {
  if (oldText === '') throw new ToolError('old_string is empty: give the exact text to replace');
  if (oldText === newText) throw new ToolError('old_string and new_string are equal');
  const adapt = isCrlf(file) ? toCrlf : (text: string) => text;
  const wanted = encode(adapt(oldText), 'old_string');
  const replacement = encode(adapt(newText), 'new_string');
  if (wanted.equals(replacement))
    throw new ToolError('old_string and new_string differ only in line ends, which are kept');
  const places = occurrences(file, wanted);
  const [start] = places;
  if (start === undefined) throw new ToolError(notFound(file, oldText));
  // Latin-1 keeps one character a byte, so places in it are places in the file.
  const lineOf = (place: number) => lineAt(file.toString('latin1', 0, place + 1), place);
  if (places.length > 1)
    throw new ToolError(
      `old_string occurs ${places.length} times, at lines ${places.slice(0, 10).map(lineOf).join(', ')}` +
        `${places.length > 10 ? ', ...' : ''}: add surrounding text so that it occurs once`,
    );
  const rest = file.subarray(start + wanted.length);
  const bytes = Buffer.concat([file.subarray(0, start), replacement, rest]);
  return { bytes, line: lineOf(start) };
}

/** Bytes up to which a file is looked through for a near text: it takes tens of milliseconds. */
const mostSearched = 4_194_304;

function notFound(file: Buffer, oldText: string): string {
  const hint =
    file.length > mostSearched
      ? 'Search for a line of it with search_in_files'
      : hintFor(toLf(file.toString()), toLf(oldText), file);
  return `old_string occurs 0 times. ${hint}`;
}

function hintFor(text: string, wanted: string, file: Buffer): string {
  if (wanted.includes('\ufffd') && !file.includes('\ufffd'))
    return 'U+FFFD in it stands for bytes that are not UTF-8: leave them out';
  if (text.includes(wanted))
    return 'It does with other line ends: give \\r\\n or \\n as the file has';
  const core = wanted.replace(/^\n+|\n+$/g, '');
  if (core !== '' && text.includes(core))
    return 'It does without the line breaks at its start or end: leave them out';
  return nearMiss(text, wanted) ?? 'Nothing near it stands in the file: read it again';
}

/** Places of non-overlapping occurrences, from the left. */
function occurrences(file: Buffer, wanted: Buffer): number[] {
  const places: number[] = [];
  for (let at = file.indexOf(wanted); at !== -1; at = file.indexOf(wanted, at + wanted.length))
    places.push(at);
  return places;
}

/** True when the file has lines and all end in CRLF. */
function isCrlf(file: Buffer): boolean {
  let found = false;
  for (let at = file.indexOf(10); at !== -1; at = file.indexOf(10, at + 1)) {
    if (file[at - 1] !== 13) return false;
    found = true;
  }
  return found;
}

const toLf = (text: string) => text.replaceAll('\r\n', '\n');
const toCrlf = (text: string) => text.replace(/\r?\n/g, '\r\n');
