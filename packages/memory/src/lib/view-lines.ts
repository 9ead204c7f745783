import { ToolError } from '@std-tools/core';
import { textLines } from './text-lines.ts';

/** The lines of a text with their numbers, `width` 6, TAB, line; all, or a range from 1 on. */
export function viewLines(text: string, shown: string, range?: readonly number[]): string {
  const lines = textLines(text);
  const [start, end] = checkedRange(lines.length, shown, range);
  if (lines.length === 0) return '(empty file)';
  return lines
    .slice(start - 1, end)
    .map((line, index) => `${String(start + index).padStart(6)}\t${line}`)
    .join('\n');
}

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
