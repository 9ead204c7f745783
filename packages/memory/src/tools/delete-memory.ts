import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { defineMemoryTool } from '../define-memory-tool.ts';
import { findEntry } from '../lib/find-entry.ts';
import { phrases } from '../phrases.ts';

export default defineMemoryTool({
  name: 'delete_memory',
  title: 'Delete memory',
  description:
    'Deletes one key and its value for good; an unknown key is an error that names similar ones. ' +
    'Use memory_delete for files and folders. Returns the key.',
  input: z.strictObject({ key: z.string().describe(phrases.key) }),
  hints: { readOnly: false, openWorld: false },
  handler: ({ key }, { config, signal }, store) =>
    store.change(signal, 'frees', async ({ root, confirm }) => {
      const options = { config, signal };
      const { file } = await findEntry(root, key, store.entries, options);
      // Others may hold the key too, when a file was moved: else one of them would come back.
      const files = new Set([file]);
      await store.entries.scan(root, options, item => {
        if ('key' in item && item.key === key) files.add(item.file);
      });
      confirm();
      for (const one of files) unlinkSync(join(root, one)); // nothing may come between
      return `Deleted ${JSON.stringify(key)}.`;
    }),
});
