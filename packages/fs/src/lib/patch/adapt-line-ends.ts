import type { LineEnds } from './index-lines.ts';
import type { Hunk, HunkLine, UnifiedDiff } from './parse-unified-diff.ts';

/**
 * Gives the hunks the line ends of the file where the patch leaves no doubt: an LF patch for a pure
 * CRLF file, and a patch sent with CRLF throughout for an LF file. Else all stays byte for byte.
 */
export function adaptLineEnds(diff: UnifiedDiff, fileEnds: LineEnds): AdaptedHunks {
  const patchEnds = findPatchEnds(diff);
  if (patchEnds === 'mixed') return { hunks: diff.hunks, notes: [] };
  if (fileEnds === 'crlf') {
    return rewrite(diff.hunks, line => withReturn(line, diff.crlfHeaders), keptNote);
  }
  if (fileEnds !== 'mixed' && diff.crlfHeaders && patchEnds === 'crlf') {
    return rewrite(diff.hunks, withoutReturn, droppedNote);
  }
  return { hunks: diff.hunks, notes: [] };
}

interface AdaptedHunks {
  readonly hunks: readonly Hunk[];
  readonly notes: readonly string[];
}

const keptNote = 'the file ends its lines with CRLF: the patch lines were given the same ends';
const droppedNote = 'the patch came with CRLF, the file has LF: its carriage returns were dropped';

function findPatchEnds(diff: UnifiedDiff): LineEnds {
  const body = diff.hunks.flatMap(hunk => hunk.lines);
  const last = diff.lastLineUnterminated ? body.at(-1) : undefined;
  const ended = body.filter(line => line.ended);
  const others = ended.filter(line => line !== last);
  // Who leaves out the newline at the end of the whole patch leaves out its carriage return too.
  const weighed = others.length > 0 && !last?.content.endsWith('\r') ? others : ended;
  if (weighed.every(line => line.content.endsWith('\r'))) return 'crlf';
  return weighed.some(line => line.content.endsWith('\r')) ? 'mixed' : 'lf';
}

function withReturn(line: HunkLine, sentWithCrlf: boolean): HunkLine {
  // Before a "no newline" marker the carriage return belongs to the patch text, not to the file.
  if (!line.ended) return sentWithCrlf ? withoutReturn(line) : line;
  return line.content.endsWith('\r') ? line : { ...line, content: `${line.content}\r` };
}

function withoutReturn(line: HunkLine): HunkLine {
  return line.content.endsWith('\r') ? { ...line, content: line.content.slice(0, -1) } : line;
}

type Change = (line: HunkLine) => HunkLine;

function rewrite(hunks: readonly Hunk[], change: Change, note: string): AdaptedHunks {
  const adapted = hunks.map(hunk => ({ ...hunk, lines: hunk.lines.map(change) }));
  const before = hunks.flatMap(hunk => hunk.lines);
  const after = adapted.flatMap(hunk => hunk.lines);
  const changed = after.some((line, index) => line !== before[index]);
  return { hunks: adapted, notes: changed ? [note] : [] };
}
