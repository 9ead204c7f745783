import * as z from 'zod';
import { defineMemoryTool } from '../define-memory-tool.ts';
import { checkWellFormed } from '../lib/check-well-formed.ts';
import { editFile } from '../lib/edit-file.ts';
import { replaceText } from '../lib/replace-text.ts';
import { phrases } from '../phrases.ts';

export default defineMemoryTool({
  name: 'memory_str_replace',
  title: 'Replace text in memory file',
  description:
    'Replaces one text in a UTF-8 file of the memory. old_str must occur exactly once; otherwise ' +
    'nothing changes, and the error tells the lines. In a CRLF file \\n also matches, and CRLF is ' +
    'written. Use memory_insert to add lines. Returns the line number.',
  input: z.strictObject({
    path: z.string().describe(phrases.file),
    old_str: z.string().describe('Exact text to replace, white space included; not empty'),
    new_str: z.string().describe('Text in its place; empty deletes'),
  }),
  hints: { readOnly: false, openWorld: false },
  async handler({ path, old_str, new_str }, ctx, store) {
    checkWellFormed(old_str, 'old_str');
    checkWellFormed(new_str, 'new_str');
    const edited = await editFile(path, ctx, store, (text, shown) =>
      replaceText(text, old_str, new_str, shown),
    );
    return `Edited ${edited.shown} at line ${edited.line}.`;
  },
});
