import * as z from 'zod';
import { defineMemoryTool } from '../define-memory-tool.ts';
import { checkWellFormed } from '../lib/check-well-formed.ts';
import { editFile } from '../lib/edit-file.ts';
import { insertText } from '../lib/insert-text.ts';
import { phrases } from '../phrases.ts';

export default defineMemoryTool({
  name: 'memory_insert',
  title: 'Insert lines into memory file',
  description:
    'Inserts whole lines into a file of the memory after a given line; missing line breaks are ' +
    'added. Use memory_str_replace to change a text. Returns the numbers of the new lines.',
  input: z.strictObject({
    path: z.string().describe(phrases.file),
    insert_line: z
      .int()
      .describe('Line to insert after: 0 for the top, the number of lines for the end'),
    insert_text: z.string().describe('Lines to insert; empty inserts an empty line'),
  }),
  hints: { readOnly: false, openWorld: false, destructive: false },
  async handler({ path, insert_line, insert_text }, ctx, store) {
    checkWellFormed(insert_text, 'insert_text');
    const { shown, first, last } = await editFile(path, ctx, store, (text, shownPath) =>
      insertText(text, insert_line, insert_text, shownPath),
    );
    const lines = first === last ? `line ${first}` : `lines ${first} to ${last}`;
    return `Inserted ${lines} into ${shown}.`;
  },
});
