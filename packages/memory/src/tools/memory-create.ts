import { ToolError } from '@std-tools/core';
import { createExclusive } from '@std-tools/kit-files';
import * as z from 'zod';
import { defineMemoryTool } from '../define-memory-tool.ts';
import { checkWellFormed } from '../lib/check-well-formed.ts';
import { encodeText } from '../lib/encode-text.ts';
import { memoryPath } from '../lib/memory-path.ts';
import { findPlace } from '../lib/store-path.ts';
import { withParents } from '../lib/with-parents.ts';
import { phrases } from '../phrases.ts';

export default defineMemoryTool({
  name: 'memory_create',
  title: 'Create memory file',
  description:
    'Creates a text file in the memory, with its folders; an existing path is an error and stays ' +
    'as it is. Change files with memory_str_replace and memory_insert; use write_memory for a ' +
    'short value under a key. A .json file outside folders also counts as a stored value. ' +
    'Returns the path and the bytes written.',
  input: z.strictObject({
    path: z.string().describe(phrases.file),
    file_text: z.string().describe('The whole text'),
  }),
  hints: { readOnly: false, openWorld: false, destructive: false },
  async handler({ path, file_text }, { config, signal }, store) {
    const asked = memoryPath(path);
    if (asked.segments.length === 0)
      throw new ToolError('path names the memory itself: add a file name');
    if (path.endsWith('/'))
      throw new ToolError(`path ${path} ends with a slash, so it names a folder: add a file name`);
    checkWellFormed(file_text, 'file_text');
    const bytes = encodeText(file_text, asked.shown, config);
    return store.change(signal, 'adds', async ({ root, confirm }) => {
      const place = await findPlace(root, asked, false);
      if (place.stats?.isDirectory())
        throw new ToolError(`${place.shown} is a folder: choose another path`);
      if (place.stats) throw new ToolError(`${place.shown} already exists: ${waysOn}`);
      await withParents(place.path, () =>
        createExclusive(place.path, bytes, { advice: waysOn, confirm }),
      );
      return `Created ${place.shown} (${bytes.length} bytes).`;
    });
  },
});

const waysOn = 'change it with memory_str_replace, or remove it first with memory_delete';
