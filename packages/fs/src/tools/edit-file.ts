import { limitsConfig } from '@std-tools/core';
import {
  cutText,
  defineFileChange,
  readRegularFile,
  resolvePath,
  writeAtomic,
} from '@std-tools/kit-files';
import * as z from 'zod';
import { replaceOnce } from '../lib/edit/replace-once.ts';
import { findEncoding } from '../lib/encoding/find-encoding.ts';

export default defineFileChange({
  name: 'edit_file',
  title: 'Edit file',
  description:
    'Replaces one piece of text in a UTF-8 file. old_string must occur exactly once; otherwise ' +
    'nothing changes and the error says how often it occurs, or where the nearest text differs. ' +
    'Use apply_patch for several places. Line ends of a CRLF file are kept.',
  input: z.strictObject({
    path: z.string().describe('File to edit'),
    old_string: z.string().describe('Exact text to replace, with its white space'),
    new_string: z.string().describe('Text in its place; may be empty'),
    dry_run: z.boolean().default(false).describe('Change nothing; return the change as a diff'),
  }),
  hints: { readOnly: false, openWorld: false },
  async handler({ path, old_string, new_string, dry_run }, ctx) {
    const utf8 = await findEncoding('utf-8');
    const file = await resolvePath(path, ctx);
    const { config, signal } = ctx;
    const before = await readRegularFile(file, { shownPath: path, config, signal });
    const { bytes, line } = replaceOnce(before, old_string, new_string, utf8);
    if (dry_run) return preview(path, before, bytes, config(limitsConfig).outputLimit);
    signal.throwIfAborted();
    await writeAtomic(file, bytes);
    return `Edited ${path} at line ${line}.`;
  },
});

async function preview(path: string, before: Buffer, after: Buffer, limit: number) {
  const { createTwoFilesPatch } = await import('diff');
  const diff = createTwoFilesPatch(`a/${path}`, `b/${path}`, before.toString(), after.toString());
  const cut = cutText(diff.replace(/^=+\n/, ''), limit);
  return cut.isCut ? `${cut.text}\n[cut after ${limit} characters]` : cut.text;
}
