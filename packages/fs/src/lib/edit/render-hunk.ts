import { countNewlines, cutText } from '@std-tools/kit-files';
import type { Replacement } from './replace-once.ts';

const contextLines = 3;
const newline = 10;

/**
 * The replacement of one text in a file as a unified diff of one hunk, with bytes read as UTF-8. It
 * is cut after `most` characters with a last line that says so. Only what differs and what is shown
 * is looked at, so that the size of the file hardly matters.
 */
export function renderHunk(
  path: string,
  before: Buffer,
  replacement: Replacement,
  most: number,
): string {
  const after = replacement.bytes;
  const { first, oldEnd, newEnd } = changedLines(before, replacement);
  const start = startOfLinesBefore(before, first);
  const end = endOfLinesAfter(before, oldEnd);
  const context = countLines(before, start, first) + countLines(before, oldEnd, end);
  const linesSkipped = countLines(before, startOfLine(before, replacement.start), first);
  const line = replacement.line + linesSkipped - countLines(before, start, first);
  const oldSide = side(line, context + countLines(before, first, oldEnd));
  const newSide = side(line, context + countLines(after, first, newEnd));
  const shownPath = path.replace(/^\/+/, '');
  // Four bytes are a character at most: a part of so many bytes is over the limit of itself, and
  // the character that its end cuts in two is never shown.
  const mostBytes = 4 * (most + 2);
  const part = (mark: string, bytes: Buffer, from: number, to: number) =>
    marked(mark, bytes.toString('utf8', from, Math.min(to, from + mostBytes)));
  const diff = [
    `--- a/${shownPath}\n+++ b/${shownPath}\n@@ -${oldSide} +${newSide} @@\n`,
    part(' ', before, start, first),
    part('-', before, first, oldEnd),
    part('+', after, first, newEnd),
    part(' ', before, oldEnd, end),
  ];
  const cut = cutText(diff.join(''), most);
  return cut.isCut ? `${cut.text}\n[cut after ${most} characters]` : cut.text;
}

/** Where the lines that differ start in both files, and where they end in each. */
function changedLines(before: Buffer, { bytes: after, start, ...ends }: Replacement) {
  let at = start;
  while (at < ends.oldEnd && at < ends.newEnd && before[at] === after[at]) at += 1;
  const first = startOfLine(before, at);
  let { oldEnd, newEnd } = ends;
  while (oldEnd > first && newEnd > first && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  const isLineStart = (file: Buffer, place: number) => startOfLine(file, place) === place;
  if (isLineStart(before, oldEnd) && isLineStart(after, newEnd)) return { first, oldEnd, newEnd };
  // From here on both files are equal, so a line that ends here ends in both.
  const rest = endOfLine(before, oldEnd) - oldEnd;
  return { first, oldEnd: oldEnd + rest, newEnd: newEnd + rest };
}

function startOfLinesBefore(file: Buffer, place: number): number {
  let start = place;
  for (let lines = 0; lines < contextLines && start > 0; lines += 1)
    start = startOfLine(file, start - 1);
  return start;
}

function endOfLinesAfter(file: Buffer, place: number): number {
  let end = place;
  for (let lines = 0; lines < contextLines && end < file.length; lines += 1)
    end = endOfLine(file, end);
  return end;
}

/** The start of the line that holds a place, or of the one that starts there. */
function startOfLine(file: Buffer, place: number): number {
  return place === 0 ? 0 : file.lastIndexOf(newline, place - 1) + 1;
}

function endOfLine(file: Buffer, place: number): number {
  const at = file.indexOf(newline, place);
  return at === -1 ? file.length : at + 1;
}

/** Calls of `indexOf` that are faster than a loop where lines are long, and no matter elsewhere. */
const linesInLeaps = 1000;

/** Lines from the start of one to the end of one, which at the end of the file needs no newline. */
function countLines(file: Buffer, start: number, end: number): number {
  let lines = 0;
  let at = start;
  for (; at < end && lines < linesInLeaps; lines += 1) at = endOfLine(file, at);
  const unended = at < end && file[end - 1] !== newline ? 1 : 0;
  return lines + countNewlines(file, at, end) + unended;
}

/** The lines of one file in a hunk; a side without any names the line before. */
function side(line: number, count: number): string {
  return `${count === 0 ? line - 1 : line},${count}`;
}

function marked(mark: string, text: string): string {
  if (text === '') return '';
  const lines = (whole: string) => `${mark}${whole.replaceAll('\n', `\n${mark}`)}\n`;
  return text.endsWith('\n')
    ? lines(text.slice(0, -1))
    : `${lines(text)}\\ No newline at end of file\n`;
}
