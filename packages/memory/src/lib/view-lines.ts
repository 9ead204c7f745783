import { ToolError } from '@std-tools/core';
import { countNewlines, lineRange } from '@std-tools/kit-files';
import { textLines } from './text-lines.ts';

/** What numbers of width 6 can count. */
const mostLines = 999_999;

/**
 * The lines of a UTF-8 file with their numbers, `width` 6, TAB, line; all, or a range from 1 on.
 * Only what is shown is decoded. More than 999,999 lines are a `ToolError`.
 */
export function viewLines(bytes: Buffer, shown: string, range?: readonly number[]): string {
  const count = countLines(bytes);
  const [start, end] = checkedRange(count, shown, range);
  if (count === 0) return '(empty file)';
  if (end - start >= mostLines)
    throw new ToolError(
      `${shown} has ${count} lines: show at most ${mostLines} of them, with view_range`,
    );
  const part = lineRange(bytes, start, end - start + 1);
  const text = new TextDecoder().decode(bytes.subarray(part?.start ?? 0, part?.end ?? 0));
  return textLines(text)
    .map((line, index) => `${String(start + index).padStart(6)}\t${line}`)
    .join('\n');
}

/** A last line without an end counts too. */
const countLines = (bytes: Buffer) =>
  countNewlines(bytes, 0, bytes.length) + (bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0);

function checkedRange(
  count: number,
  shown: string,
  range: readonly number[] | undefined,
): readonly [number, number] {
  if (range === undefined) return [1, count];
  const [start, end, ...rest] = range;
  const fault = (what: string) =>
    new ToolError(`view_range ${JSON.stringify(range)} ${what}: ${shown} has ${count} lines`);
  if (start === undefined || end === undefined || rest.length > 0 || !range.every(Number.isInteger))
    throw fault('is not two whole numbers [start, end]');
  if (start < 1) throw fault('starts before line 1');
  if (start > Math.max(count, 1)) throw fault('starts past the end');
  if (end === -1) return [start, count];
  if (end < start) throw fault('ends before it starts');
  return [start, Math.min(end, count)];
}
