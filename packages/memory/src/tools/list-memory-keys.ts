import * as z from 'zod';
import { defineMemoryTool } from '../define-memory-tool.ts';
import type { Unreadable } from '../lib/entry-text.ts';
import { withSkipped } from '../lib/with-skipped.ts';
import { phrases } from '../phrases.ts';

export default defineMemoryTool({
  name: 'list_memory_keys',
  title: 'List memory keys',
  description:
    'Lists the keys of all stored values as a JSON array, sorted. Use search_memory to see the ' +
    `values that hold a text, memory_view for files and folders. ${phrases.skipped}`,
  input: z.strictObject({}),
  hints: { readOnly: true, openWorld: false },
  async handler(_args, { config, signal }, store) {
    const root = (await store.root()) ?? store.folder;
    const keys = new Set<string>();
    const skipped: Unreadable[] = [];
    await store.entries.scan(root, { config, signal }, item => {
      if ('reason' in item) skipped.push(item);
      else keys.add(item.key);
    });
    return withSkipped([...keys].toSorted(), skipped);
  },
});
