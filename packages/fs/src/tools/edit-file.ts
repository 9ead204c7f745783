import { limitsConfig } from '@std-tools/core';
import { defineFileChange, readRegularFile, resolvePath, writeAtomic } from '@std-tools/kit-files';
import * as z from 'zod';
import { renderHunk } from '../lib/edit/render-hunk.ts';
import { replaceOnce } from '../lib/edit/replace-once.ts';
import { findEncoding } from '../lib/encoding/find-encoding.ts';

export default defineFileChange({
  name: 'edit_file',
  title: 'Edit file',
  description:
    'Replaces one text in a UTF-8 file. old_string must occur exactly once; otherwise nothing ' +
    'changes, and the error says at which lines it occurs or where the nearest text differs. ' +
    'In a CRLF file \\n also matches, and CRLF is written. Use apply_patch for several ' +
    'places, write_file for a whole new text. Returns the line number.',
  input: z.strictObject({
    path: z.string().describe('File to edit'),
    old_string: z.string().describe('Exact text to replace, white space included; not empty'),
    new_string: z.string().describe('Text in its place; empty deletes'),
    dry_run: z
      .boolean()
      .default(false)
      .describe('Change nothing; return the change as a unified diff'),
  }),
  hints: { readOnly: false, openWorld: false },
  async handler({ path, old_string, new_string, dry_run }, ctx) {
    const utf8 = await findEncoding('utf-8');
    const file = await resolvePath(path, ctx);
    const { config, signal } = ctx;
    const before = await readRegularFile(file, { shownPath: path, config, signal });
    const replacement = await replaceOnce(before, old_string, new_string, utf8);
    if (dry_run) return renderHunk(path, before, replacement, config(limitsConfig).outputLimit);
    signal.throwIfAborted();
    await writeAtomic(file, replacement.bytes);
    return `Edited ${path} at line ${replacement.line}.`;
  },
});
