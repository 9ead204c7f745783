import { join } from 'node:path';
import { writeAtomic } from '@std-tools/kit-files';
import * as z from 'zod';
import { defineMemoryTool } from '../define-memory-tool.ts';
import { checkWellFormed } from '../lib/check-well-formed.ts';
import { encodeText } from '../lib/encode-text.ts';
import { newEntryFile } from '../lib/entry-file.ts';
import { entryText } from '../lib/entry-text.ts';
import { fileToWrite } from '../lib/find-entry.ts';
import { phrases } from '../phrases.ts';

export default defineMemoryTool({
  name: 'write_memory',
  title: 'Write memory',
  description:
    'Stores a value under a key, for later sessions too; a value already there is replaced. For ' +
    'longer notes that are edited in place use memory_create. Keys that differ only in /, \\ and ' +
    '_ share a file: the second one is an error. Returns the key.',
  input: z.strictObject({
    key: z.string().describe(`${phrases.key}; at most 200 bytes`),
    value: z.string().describe('Text to keep; write structured data as JSON'),
  }),
  hints: { readOnly: false, openWorld: false, idempotent: true },
  async handler({ key, value }, { config, signal }, store) {
    const file = newEntryFile(key);
    checkWellFormed(value, 'value');
    const bytes = encodeText(entryText({ key, value }), 'the memory', config);
    return store.change(signal, 'adds', async ({ root, confirm }) => {
      const place = await fileToWrite(root, key, file, store.entries, { config, signal });
      await writeAtomic(join(root, place), bytes, { confirm });
      return `Stored ${JSON.stringify(key)}.`;
    });
  },
});
