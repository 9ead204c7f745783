import { cutText } from '@std-tools/kit-files';
import { decodeText } from './skill-text.ts';

/** A part of a text. */
export interface Page {
  readonly text: string;
  /** The line to go on with, from 1; absent when the text ends here. */
  readonly next?: number;
  /** A line that is longer than the page, whose rest cannot be had. */
  readonly longLine?: number;
}

/** The bytes of a character at most. */
const mostCharacterBytes = 4;

/**
 * The lines of a UTF-8 text from line `offset`, from 1, at most `limit` characters: whole lines, or
 * the start of one line that is longer. Undefined when `offset` is past the end.
 */
export function pageOf(bytes: Buffer, offset: number, limit: number): Page | undefined {
  const start = startOfLine(bytes, offset);
  if (start === undefined) return undefined;
  // Two characters more than are shown, so that one which this cuts in two is never among them.
  const end = start + (limit + 2) * mostCharacterBytes;
  const cut = cutText(decodeText(bytes.subarray(start, end)), limit);
  if (!cut.isCut) return { text: cut.text };
  if (cut.text === '') return { text: '', next: offset };
  const whole = cut.text.slice(0, cut.text.lastIndexOf('\n') + 1);
  if (whole !== '') return { text: whole, next: offset + whole.split('\n').length - 1 };
  const newline = bytes.indexOf(10, start);
  const hasMore = newline !== -1 && newline + 1 < bytes.length;
  return { text: cut.text, longLine: offset, ...(hasMore && { next: offset + 1 }) };
}

/** The number of lines; a text that ends in a line break has no line behind it. */
export function countLines(bytes: Buffer): number {
  let lines = bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

function startOfLine(bytes: Buffer, line: number): number | undefined {
  let start = 0;
  for (let skipped = 1; skipped < line; skipped += 1) {
    start = bytes.indexOf(10, start) + 1;
    if (start === 0) return undefined;
  }
  return start < bytes.length || line === 1 ? start : undefined;
}

/** What to say under a page that does not reach the end; `call` is how to go on, with the line. */
export function cutNotice(page: Page, call: (line: number) => string): string | undefined {
  if (page.next === undefined && page.longLine === undefined) return undefined;
  const long = page.longLine === undefined ? [] : [`line ${page.longLine} is longer than fits`];
  const next = page.next === undefined ? [] : [`go on with ${call(page.next)}`];
  return `[cut at the output limit: ${[...long, ...next].join('; ')}]`;
}
