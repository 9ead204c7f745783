import { ToolError } from '@std-tools/core';
import * as z from 'zod';
import { defineMemoryTool } from '../define-memory-tool.ts';
import type { Unreadable } from '../lib/entry-text.ts';
import { Ranking } from '../lib/ranking.ts';
import { withSkipped } from '../lib/with-skipped.ts';
import { phrases } from '../phrases.ts';

/** More is more than any model reads, and would hold up all other calls. */
const mostCharacters = 50_000_000;

export default defineMemoryTool({
  name: 'search_memory',
  title: 'Search memory',
  description:
    'Finds the stored values whose key or value holds a text, in any letter case. Returns a JSON ' +
    'array of {key, value}, whole, best and newest first; list_memory_keys gives keys alone. ' +
    `Files in folders are not searched. ${phrases.skipped}`,
  input: z.strictObject({
    query: z.string().describe('Text to find, taken as one piece, no pattern; empty finds all'),
  }),
  hints: { readOnly: true, openWorld: false },
  async handler({ query }, { config, signal }, store) {
    const root = (await store.root()) ?? store.folder;
    const ranking = new Ranking(query);
    const skipped: Unreadable[] = [];
    await store.entries.scan(root, { config, signal }, item => {
      if ('reason' in item) skipped.push(item);
      else ranking.see(item);
    });
    const found = ranking.results(Date.now());
    const characters = found.reduce((sum, { key, value }) => sum + key.length + value.length, 0);
    if (characters > mostCharacters)
      throw new ToolError(
        `${found.length} memories hold the text, ${Math.round(characters / 1e6)} million ` +
          'characters together: search for a longer text, or use list_memory_keys and read_memory',
      );
    return withSkipped(found, skipped);
  },
});
