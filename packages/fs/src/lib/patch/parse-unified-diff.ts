import type { ToolError } from '@std-tools/core';
import { malformedPatch } from './malformed-patch.ts';
import { quoteBytes } from './quote-bytes.ts';
import { readPatchHeader, startsOtherFile } from './read-patch-header.ts';

/** One body line of a hunk as a latin1 string, without the newline that `ended` tells of. */
export interface HunkLine {
  readonly kind: 'context' | 'removed' | 'added';
  readonly content: string;
  readonly ended: boolean;
}

/** One hunk. The indexes say how many lines stand before it in the old and in the new file. */
export interface Hunk {
  /** Its number and header, for messages. */
  readonly label: string;
  readonly oldIndex: number;
  readonly oldCount: number;
  readonly newIndex: number;
  readonly newCount: number;
  readonly lines: readonly HunkLine[];
}

/** A patch of one file whose counts, order and positions agree with each other. */
export interface UnifiedDiff {
  readonly hunks: readonly Hunk[];
  readonly createsFile: boolean;
  /** Every header line ends in a carriage return: the patch text itself was sent with CRLF. */
  readonly crlfHeaders: boolean;
  /** The patch text ends within its last body line, without a newline. */
  readonly lastLineUnterminated: boolean;
  readonly notes: readonly string[];
}

/**
 * Reads a unified diff (git's format) of one file strictly; hunks without a file header will do. A
 * ToolError says when it contradicts itself ("malformed patch: ...") or changes more than content.
 */
export function parseUnifiedDiff(patch: string): UnifiedDiff {
  refuseLoneSurrogate(patch);
  const lines = Buffer.from(patch, 'utf8').toString('latin1').split('\n');
  const unterminated = lines.at(-1) !== '';
  if (!unterminated) lines.pop();
  const header = readPatchHeader(lines);
  const headerLines = [...header.lines];
  const hunks: Hunk[] = [];
  let next = header.end;
  while (lines[next]?.startsWith('@@')) {
    headerLines.push(lines[next] ?? '');
    const { hunk, end } = readHunk(lines, next, hunks.length + 1);
    hunks.push(hunk);
    next = end;
  }
  if (hunks.length === 0) throw malformedPatch('it has no hunk', hunkExample);
  const lastLineUnterminated = unterminated && next === lines.length && !isMarker(lines[next - 1]);
  checkRest(lines, next, header.fence);
  checkPositions(hunks);
  checkMarkers(hunks);
  const crlfHeaders = headerLines.every(line => line.endsWith('\r'));
  const { createsFile, notes } = header;
  return { hunks, createsFile, crlfHeaders, lastLineUnterminated, notes };
}

const hunkExample = `A hunk looks like this:
@@ -3,2 +3,2 @@
 a line that stays
-a line to remove
+a line to add`;

function refuseLoneSurrogate(patch: string): void {
  const at = patch.search(/\p{Surrogate}/u);
  if (at === -1) return;
  const line = patch.slice(0, at).split('\n').length;
  const code = patch.charCodeAt(at).toString(16).toUpperCase();
  const problem = `patch line ${line} holds half a character (the lone surrogate U+${code})`;
  throw malformedPatch(problem, 'UTF-8 cannot store it: write the whole character.');
}

const hunkHeader = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@(?=\s|$)/;

function readHunk(lines: readonly string[], start: number, number: number) {
  const line = lines[start] ?? '';
  if (line.startsWith('@@@')) {
    throw malformedPatch('a combined diff has several old sides', 'Give a diff of two files.');
  }
  const match = hunkHeader.exec(line);
  if (!match) {
    const place = `the header of hunk ${number} on patch line ${start + 1}, ${quoteBytes(line)},`;
    throw malformedPatch(`${place} lacks line numbers`, hunkExample);
  }
  const label = `hunk ${number} (${match[0]})`;
  const oldCount = Number(match[2] ?? 1);
  const newCount = Number(match[4] ?? 1);
  const oldIndex = Number(match[1]) - (oldCount > 0 ? 1 : 0);
  const newIndex = Number(match[3]) - (newCount > 0 ? 1 : 0);
  if (oldIndex < 0 || newIndex < 0) {
    throw malformedPatch(`${label} has lines at line 0`, 'Lines are counted from 1.');
  }
  const shape = { label, oldIndex, oldCount, newIndex, newCount };
  const { body, end } = readBody(lines, start + 1, shape);
  return { hunk: { ...shape, lines: body }, end };
}

type HunkShape = Omit<Hunk, 'lines'>;

function readBody(lines: readonly string[], start: number, shape: HunkShape) {
  const body: HunkLine[] = [];
  let index = start;
  let oldLeft = shape.oldCount;
  let newLeft = shape.newCount;
  while (oldLeft > 0 || newLeft > 0) {
    const line = lines[index];
    const stopped = line === undefined || /^(?:@@|diff -|```)/.test(line);
    if (stopped) throw miscounted(lines, start, shape);
    const kind = kindOf(line);
    if (kind === undefined) throw badBodyLine(line, index, shape.label);
    if (kind !== 'added') oldLeft -= 1;
    if (kind !== 'removed') newLeft -= 1;
    if (oldLeft < 0 || newLeft < 0) throw miscounted(lines, start, shape);
    const ended = !isMarker(lines[index + 1]);
    const content = isEmpty(line) ? line : line.slice(1);
    if (!ended && content === '') throw emptyUnended(index, shape.label);
    body.push({ kind, content, ended });
    index += ended ? 1 : 2;
  }
  const next = skipEmpty(lines, index);
  const more = kindOf(lines[next] ?? '@') !== undefined && !startsOtherFile(lines, next);
  // Empty lines may only follow the last hunk: elsewhere they are context that nobody counted.
  const emptyBetween = next > index && lines[next]?.startsWith('@@');
  if (more || emptyBetween) throw miscounted(lines, start, shape);
  return { body, end: index };
}

function badBodyLine(line: string, index: number, label: string): ToolError {
  const place = `patch line ${index + 1} in ${label}, ${quoteBytes(line)},`;
  if (isMarker(line)) return malformedPatch(`${place} follows no line`, 'Remove the marker.');
  const advice = 'Lines that stay start with one space.';
  return malformedPatch(`${place} starts with none of " ", "-" and "+"`, advice);
}

function emptyUnended(index: number, label: string): ToolError {
  const problem = `the marker on patch line ${index + 2} in ${label} follows an empty line`;
  return malformedPatch(problem, 'A line with neither text nor newline is no line: drop both.');
}

function miscounted(lines: readonly string[], start: number, shape: HunkShape): ToolError {
  const found = countBody(lines, start);
  const declared = `declares ${shape.oldCount} old and ${shape.newCount} new lines`;
  const problem = `${shape.label} ${declared}, its body has ${found.old} old and ${found.new} new`;
  const advice = 'A context line counts on both sides, a removed one as old, an added one as new.';
  return malformedPatch(problem, advice);
}

/** Counts what looks like body lines, for the message only. */
function countBody(lines: readonly string[], start: number): { old: number; new: number } {
  const found = { old: 0, new: 0 };
  let index = start;
  let empty = 0;
  for (; index < lines.length && !startsOtherFile(lines, index); index += 1) {
    const line = lines[index] ?? '';
    const kind = kindOf(line);
    if (isMarker(line)) continue;
    if (kind === undefined) break;
    if (isEmpty(line)) {
      empty += 1;
      continue;
    }
    found.old += empty + (kind === 'added' ? 0 : 1);
    found.new += empty + (kind === 'removed' ? 0 : 1);
    empty = 0;
  }
  const between = lines[index]?.startsWith('@@') ? empty : 0;
  return { old: found.old + between, new: found.new + between };
}

function kindOf(line: string): HunkLine['kind'] | undefined {
  // Editors and models strip the lone space of an empty context line.
  if (isEmpty(line) || line.startsWith(' ')) return 'context';
  if (line.startsWith('-')) return 'removed';
  return line.startsWith('+') ? 'added' : undefined;
}

function isEmpty(line: string): boolean {
  return line === '' || line === '\r';
}

function isMarker(line: string | undefined): boolean {
  // git translates the words after it, so the backslash alone decides.
  return line?.startsWith('\\ ') ?? false;
}

function skipEmpty(lines: readonly string[], from: number): number {
  let index = from;
  while (index < lines.length && isEmpty(lines[index] ?? '')) index += 1;
  return index;
}

function checkRest(lines: readonly string[], from: number, fence: string | undefined): void {
  let index = skipEmpty(lines, from);
  if (fence !== undefined && lines[index]?.trimEnd() === fence) {
    index = skipEmpty(lines, index + 1);
  } else if (fence !== undefined && index === lines.length) {
    throw malformedPatch('the code fence around it is never closed', 'Send the diff alone.');
  }
  const line = lines[index];
  if (line === undefined) return;
  if (startsOtherFile(lines, index)) {
    const problem = `a second file starts on patch line ${index + 1}`;
    throw malformedPatch(problem, 'Send one patch for each file.');
  }
  const place = `patch line ${index + 1}, ${quoteBytes(line)},`;
  throw malformedPatch(`${place} after the last hunk is no part of a diff`, 'Send the diff alone.');
}

function checkPositions(hunks: readonly Hunk[]): void {
  let oldEnd = 0;
  let shift = 0;
  for (const { label, oldIndex, oldCount, newIndex, newCount } of hunks) {
    if (oldIndex < oldEnd) {
      const problem = `${label} starts before the hunk above it ends`;
      throw malformedPatch(problem, 'Order the hunks by line and let none overlap.');
    }
    if (newIndex !== oldIndex + shift) {
      const expected = oldIndex + shift + (newCount > 0 ? 1 : 0);
      const problem = `the new start of ${label} should be ${expected}`;
      throw malformedPatch(problem, 'It follows from the old start and the hunks above.');
    }
    oldEnd = oldIndex + oldCount;
    shift += newCount - oldCount;
  }
}

function checkMarkers(hunks: readonly Hunk[]): void {
  let oldClosed = false;
  let newClosed = false;
  for (const { label, lines } of hunks) {
    for (const { kind, ended } of lines) {
      if ((oldClosed && kind !== 'added') || (newClosed && kind !== 'removed')) {
        const problem = `more lines of the same side follow a "\\ No newline" marker, in ${label}`;
        throw malformedPatch(problem, 'The marker belongs after the last line of a file.');
      }
      if (!ended && kind !== 'added') oldClosed = true;
      if (!ended && kind !== 'removed') newClosed = true;
    }
  }
}
