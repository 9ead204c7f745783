import type { Block } from '@std-tools/core';
import type { Unreadable } from './entry-text.ts';

/** A result as JSON, and in a second block the files that could not be read, when there are any. */
export function withSkipped(result: unknown, skipped: readonly Unreadable[]): readonly Block[] {
  const text = (value: unknown): Block => ({ type: 'text', text: JSON.stringify(value) });
  if (skipped.length === 0) return [text(result)];
  const sorted = skipped.toSorted((one, other) => (one.file < other.file ? -1 : 1));
  return [text(result), text({ skipped: sorted })];
}
