import { ToolError } from '@std-tools/core';
import { malformedPatch } from './malformed-patch.ts';
import { quoteBytes } from './quote-bytes.ts';

/** What stands before the first hunk of a patch. */
export interface PatchHeader {
  /** The index of the first line after it. */
  readonly end: number;
  /** Its lines that are not empty, as sent. */
  readonly lines: readonly string[];
  readonly createsFile: boolean;
  /** The backticks of a Markdown code fence around the patch. */
  readonly fence: string | undefined;
  readonly notes: readonly string[];
}

/**
 * Reads the lines before the first hunk: nothing, a file header, git's extended header, a fence.
 * Throws a ToolError for other text and for a patch that moves, copies, deletes or is binary.
 */
export function readPatchHeader(lines: readonly string[]): PatchHeader {
  const kept: string[] = [];
  const notes: string[] = [];
  let fence: string | undefined;
  let createsFile = false;
  let sawDiff = false;
  let sawFile = false;
  let index = 0;
  for (; index < lines.length; index += 1) {
    const raw = lines[index] ?? '';
    const line = raw.trimEnd();
    if (line === '') continue;
    if (line.startsWith('@@') || (fence !== undefined && line === fence)) break;
    refuseOtherPurpose(line);
    if (kept.length === 0) fence = /^(`{3,})(?:diff|patch)?$/.exec(line)?.[1];
    kept.push(raw);
    if (kept.length === 1 && fence !== undefined) {
      notes.push('the Markdown code fence around the patch was removed');
      continue;
    }
    if (sawFile || (sawDiff && line.startsWith('diff -'))) throw unexpected(lines, index);
    if (startsFileHeader(lines, index)) {
      sawFile = true;
      createsFile ||= namesNothing(line);
      index += 1;
      kept.push(lines[index] ?? '');
      refuseOtherPurpose((lines[index] ?? '').trimEnd());
      continue;
    }
    if (!extendedHeader.test(line)) throw unexpected(lines, index);
    if (line.startsWith('diff -')) sawDiff = true;
    if (line.startsWith('new file mode ')) createsFile = true;
    if (line.startsWith('new mode ')) notes.push('the change of the file mode was ignored');
  }
  return { end: index, lines: kept, createsFile, fence, notes };
}

/** Whether the part of a patch for a further file begins at this line. */
export function startsOtherFile(lines: readonly string[], index: number): boolean {
  if (lines[index]?.startsWith('diff -')) return true;
  return startsFileHeader(lines, index) && (lines[index + 2] ?? '').startsWith('@@');
}

const extendedHeader =
  /^(?:diff -|index |(?:old|new|new file) mode |(?:dis)?similarity |Index: |=+$)/;

function startsFileHeader(lines: readonly string[], index: number): boolean {
  const [first, second] = [lines[index] ?? '', lines[index + 1] ?? ''];
  return first.startsWith('--- ') && second.startsWith('+++ ');
}

function namesNothing(line: string): boolean {
  return /^(?:---|\+\+\+) \/dev\/null(?:\t.*)?$/.test(line);
}

function refuseOtherPurpose(line: string): void {
  const deletes = line.startsWith('deleted file mode ');
  if (deletes || (line.startsWith('+++ ') && namesNothing(line))) {
    throw new ToolError('the patch deletes the file, which is not its content. Use delete_file.');
  }
  if (/^rename (?:from|to) /.test(line)) {
    const advice = 'Use move_file, and for its content a patch without the rename lines.';
    throw new ToolError(`the patch renames a file, which is not its content. ${advice}`);
  }
  if (/^copy (?:from|to) /.test(line)) {
    const advice = 'Use copy_file, and for its content a patch without the copy lines.';
    throw new ToolError(`the patch copies a file, which is not its content. ${advice}`);
  }
  if (/^(?:GIT binary patch|Binary files )/.test(line)) {
    const advice = 'Put the finished file in place with copy_file or move_file.';
    throw new ToolError(`the patch is binary, and only lines of text can be patched. ${advice}`);
  }
  if (/^diff --(?:cc|combined) /.test(line)) {
    throw malformedPatch('a combined diff has several old sides', 'Give a diff of two files.');
  }
}

function unexpected(lines: readonly string[], index: number): ToolError {
  const line = lines[index] ?? '';
  if (line.startsWith('diff -') || startsFileHeader(lines, index)) {
    const problem = `a second file starts on patch line ${index + 1}`;
    return malformedPatch(problem, 'Send one patch for each file.');
  }
  const place = `patch line ${index + 1}, ${quoteBytes(line)},`;
  if (line.startsWith('--- ') || line.startsWith('+++ ')) {
    const advice = '"--- a/file" and "+++ b/file" stand on two lines, one right after the other.';
    return malformedPatch(`${place} is half a file header`, advice);
  }
  const advice = 'Send the diff alone, from "--- a/file" or its first "@@" line on.';
  return malformedPatch(`${place} before the first hunk is no part of a diff`, advice);
}
