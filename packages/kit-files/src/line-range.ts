/**
 * Lines in bytes of an encoding in which 0x0A ends a line and stands nowhere else. Text after the
 * last one is a line too. Plain loops, as a call of `indexOf` for each of millions of short lines
 * takes many times longer.
 */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

const newline = 10;

/** `count` lines from line `first` on, from 1, with their ends; undefined past the last line. */
export function lineRange(bytes: Buffer, first: number, count = Infinity): LineRange | undefined {
  const start = afterNewlines(bytes, 0, first - 1);
  if (start === undefined || (first > 1 && start === bytes.length)) return undefined;
  if (count === Infinity) return { start, end: bytes.length };
  return { start, end: afterNewlines(bytes, start, count) ?? bytes.length };
}

/** The last `count` lines, or all when there are fewer. */
export function lastLines(bytes: Buffer, count: number): LineRange {
  const end = bytes.length;
  let left = count;
  // The last byte is part of the last line, whether it ends it or not.
  for (let at = end - 2; at >= 0; at -= 1) {
    if (bytes[at] !== newline) continue;
    left -= 1;
    if (left === 0) return { start: at + 1, end };
  }
  return { start: 0, end };
}

/** How many lines end from `start` to before `end`. */
export function countNewlines(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) if (bytes[at] === newline) count += 1;
  return count;
}

function afterNewlines(bytes: Buffer, start: number, count: number): number | undefined {
  if (count === 0) return start;
  let left = count;
  for (let at = start; at < bytes.length; at += 1) {
    if (bytes[at] !== newline) continue;
    left -= 1;
    if (left === 0) return at + 1;
  }
  return undefined;
}
