import * as z from 'zod';
import { defineMemoryTool } from '../define-memory-tool.ts';
import { findEntry } from '../lib/find-entry.ts';
import { phrases } from '../phrases.ts';

export default defineMemoryTool({
  name: 'read_memory',
  title: 'Read memory',
  description:
    'Gets the value that write_memory stored under a key, whole. An unknown key is an error that ' +
    'names similar ones; search_memory finds memories by their text.',
  input: z.strictObject({ key: z.string().describe(phrases.key) }),
  hints: { readOnly: true, openWorld: false },
  async handler({ key }, { config, signal }, store) {
    const root = (await store.root()) ?? store.folder;
    const { entry } = await findEntry(root, key, store.entries, { config, signal });
    return entry.value;
  },
});
