import { ToolError } from '@std-tools/core';
import { adaptLineEnds } from './adapt-line-ends.ts';
import { findLineBlock } from './find-line-block.ts';
import { indexLines, type LineIndex } from './index-lines.ts';
import { type Hunk, type HunkLine, parseUnifiedDiff } from './parse-unified-diff.ts';
import { quoteBytes } from './quote-bytes.ts';

/** What a patch made of a file. `notes` tell the model what was adapted, ignored or unusual. */
export interface PatchedFile {
  content: Buffer;
  hunkCount: number;
  notes: string[];
}

/**
 * Applies a unified diff of one file exactly at its stated lines, all hunks or none, keeping every
 * other byte. Throws a ToolError when the patch is malformed or does not match the file.
 */
export function applyUnifiedDiff(original: Buffer, patch: string): PatchedFile {
  const diff = parseUnifiedDiff(patch);
  const file = indexLines(original);
  if (diff.createsFile && file.count > 0) throw alreadyThere();
  const { hunks, notes } = adaptLineEnds(diff, file.lineEnds);
  const text = applyHunks(file, hunks);
  const allNotes = [...diff.notes, ...notes];
  if (text === file.text) allNotes.push('the patch changes nothing: the content stays as it was');
  return { content: Buffer.from(text, 'latin1'), hunkCount: hunks.length, notes: allNotes };
}

function alreadyThere(): ToolError {
  const advice = 'Use write_file to replace it, or delete_file and then create_file.';
  return new ToolError(`the patch creates a file, but the file exists and is not empty. ${advice}`);
}

function applyHunks(file: LineIndex, hunks: readonly Hunk[]): string {
  const pieces: string[] = [];
  let done = 0;
  let previous: Hunk | undefined;
  const keepUpTo = (index: number) => {
    if (index === done) return;
    if (previous && lacksNewline(pieces)) throw mismatch(previous, gluedRest(done));
    pieces.push(file.lines(done, index));
    done = index;
  };
  for (const hunk of hunks) {
    if (hunk.oldIndex > file.count) throw mismatch(hunk, pastTheEnd(file, hunk));
    keepUpTo(hunk.oldIndex);
    for (const line of hunk.lines) {
      if (line.kind !== 'added') {
        checkLine(file, hunk, line, done);
        done += 1;
      }
      if (line.kind === 'removed') continue;
      if (lacksNewline(pieces)) throw mismatch(hunk, gluedAddition(done));
      pieces.push(wholeLine(line));
    }
    previous = hunk;
  }
  keepUpTo(file.count);
  return pieces.join('');
}

/** Whether what was written so far ends within a line, so that more text would be glued to it. */
function lacksNewline(pieces: readonly string[]): boolean {
  return pieces.length > 0 && !pieces.at(-1)?.endsWith('\n');
}

function wholeLine(line: HunkLine): string {
  return line.ended ? `${line.content}\n` : line.content;
}

function checkLine(file: LineIndex, hunk: Hunk, line: HunkLine, index: number): void {
  const found = file.line(index);
  if (found === wholeLine(line)) return;
  const content = found.replace(/\n$/, '');
  if (found !== '' && content === line.content) throw mismatch(hunk, wrongEnd(line, index));
  const place = `line ${index + 1}`;
  const at = firstDifference(line.content, content);
  const expected = quoteBytes(line.content, at);
  const actual = found === '' ? 'the end of the file' : quoteBytes(content, at);
  const problem = `${place} should be ${expected}, found ${actual}. ${findElsewhere(file, hunk)}`;
  throw mismatch(hunk, problem);
}

function mismatch(hunk: Hunk, problem: string): ToolError {
  return new ToolError(`the patch does not match current file content: ${hunk.label}: ${problem}`);
}

function wrongEnd(line: HunkLine, index: number): string {
  const marker = '"\\ No newline at end of file"';
  const place = `line ${index + 1}`;
  return line.ended
    ? `${place} has no newline at the end of the file, but the patch lacks ${marker} after it.`
    : `${place} ends with a newline in the file, but the patch has ${marker} after it.`;
}

function gluedAddition(count: number): string {
  const advice = 'Remove that line with its marker and add it again with a newline.';
  return `line ${count}, the last one, has no newline, so nothing can be added after it. ${advice}`;
}

function gluedRest(count: number): string {
  const marker = '"\\ No newline at end of file"';
  return `its new text ends with ${marker}, but the file goes on with line ${count + 1}.`;
}

function pastTheEnd(file: LineIndex, hunk: Hunk): string {
  return `the file has only ${file.count} lines. ${findElsewhere(file, hunk)}`;
}

function findElsewhere(file: LineIndex, hunk: Hunk): string {
  const block = hunk.lines.filter(line => line.kind !== 'added').map(wholeLine);
  if (block.length === 0) return 'Read the file again and make a new patch.';
  const found = findLineBlock(file, block, shownPlaces + 1).map(index => index + 1);
  if (found.length === 0) {
    return 'The old lines of this hunk occur nowhere: read the file again and make a new patch.';
  }
  const more = found.length > shownPlaces ? ' and further down' : '';
  const places = found.slice(0, shownPlaces).join(', ');
  const header = `but the header says ${hunk.oldIndex + 1}: correct it`;
  return `The old lines of this hunk stand at line ${places}${more}, ${header}.`;
}

const shownPlaces = 3;

function firstDifference(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  return index;
}
