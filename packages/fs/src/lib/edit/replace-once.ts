import { countNewlines } from '@std-tools/kit-files';
import { ToolError } from '@std-tools/core';
import { findBytes } from './find-bytes.ts';
import { nearMiss } from './near-miss.ts';
import type { TextEncoding } from '../encoding/text-encoding.ts';
import { withoutOuterNewlines } from './without-outer-newlines.ts';

export interface Replacement {
  /** The whole new file. */
  readonly bytes: Buffer;
  /** Where the old and the new text start, and where each ends in its file. */
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
  /** Line of the replaced text, from 1. */
  readonly line: number;
}

/**
 * Replaces a text that must occur exactly once. It works on bytes, so everything around stays as
 * it is, undecodable bytes and a byte-order mark included; in a file whose lines all end in CRLF
 * the texts may be given with LF.
 */
export async function replaceOnce(
  file: Buffer,
  oldText: string,
  newText: string,
  { encode }: Pick<TextEncoding, 'encode'>,
): Promise<Replacement> {
  if (oldText === '') throw new ToolError('old_string is empty: give the exact text to replace');
  if (oldText === newText) throw new ToolError('old_string and new_string are equal');
  const adapt = isCrlf(file) ? toCrlf : (text: string) => text;
  const wanted = encode(adapt(oldText), 'old_string');
  const replacement = encode(adapt(newText), 'new_string');
  if (wanted.equals(replacement))
    throw new ToolError('old_string and new_string differ only in line ends, which are kept');
  const { count, places } = await findOccurrences(file, wanted);
  const [start] = places;
  if (start === undefined) throw new ToolError(await notFound(file, oldText));
  if (count > 1) throw new ToolError(notOnce(count, linesOf(file, places)));
  const oldEnd = start + wanted.length;
  const newEnd = start + replacement.length;
  const bytes = Buffer.concat([file.subarray(0, start), replacement, file.subarray(oldEnd)]);
  return { bytes, start, oldEnd, newEnd, line: countNewlines(file, 0, start) + 1 };
}

const mostCounted = 1000;
const mostShown = 10;

/** Counts occurrences without overlap, one more than are told at most; `places` has the first. */
async function findOccurrences(file: Buffer, wanted: Buffer) {
  const places: number[] = [];
  let count = 0;
  for (let at = await findBytes(file, wanted); at !== -1 && count <= mostCounted; count += 1) {
    if (count < mostShown) places.push(at);
    at = await findBytes(file, wanted, at + wanted.length);
  }
  return { count, places };
}

function notOnce(count: number, lines: readonly number[]): string {
  const times = count > mostCounted ? `more than ${mostCounted}` : count;
  const shown = `${lines.join(', ')}${count > lines.length ? ', ...' : ''}`;
  return (
    `old_string occurs ${times} times, at lines ${shown}: ` +
    'add surrounding text so that it occurs once'
  );
}

function linesOf(file: Buffer, places: readonly number[]): readonly number[] {
  let line = 1;
  let counted = 0;
  return places.map(place => {
    line += countNewlines(file, counted, place);
    counted = place;
    return line;
  });
}

/** Bytes up to which a file is looked through for a near text: it takes tens of milliseconds. */
const mostSearched = 1_048_576;

async function notFound(file: Buffer, oldText: string): Promise<string> {
  const hint =
    file.length > mostSearched
      ? 'Search for a line of it with search_in_files'
      : await hintFor(toLf(file.toString()), toLf(oldText), file);
  return `old_string occurs 0 times. ${hint}`;
}

async function hintFor(text: string, wanted: string, file: Buffer): Promise<string> {
  if (wanted.includes('\ufffd') && !file.includes('\ufffd'))
    return 'U+FFFD in it stands for bytes that are not UTF-8: leave them out';
  const bytes = Buffer.from(text);
  if ((await findBytes(bytes, Buffer.from(wanted))) !== -1)
    return 'It does with other line ends: give \\r\\n or \\n as the file has';
  const core = withoutOuterNewlines(wanted);
  if (core !== '' && (await findBytes(bytes, Buffer.from(core))) !== -1)
    return 'It does without the line breaks at its start or end: leave them out';
  return nearMiss(text, wanted) ?? 'Nothing near it stands in the file: read it again';
}

/** True when the file has lines and all end in CRLF. */
function isCrlf(file: Buffer): boolean {
  let found = false;
  for (let at = 0; at < file.length; at += 1) {
    if (file[at] !== 10) continue;
    if (file[at - 1] !== 13) return false;
    found = true;
  }
  return found;
}

const toLf = (text: string) => text.replaceAll('\r\n', '\n');
const toCrlf = (text: string) => text.replace(/\r?\n/g, '\r\n');
