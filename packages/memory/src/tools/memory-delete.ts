import { ToolError } from '@std-tools/core';
import * as z from 'zod';
import { defineMemoryTool } from '../define-memory-tool.ts';
import { memoryPath } from '../lib/memory-path.ts';
import { remove } from '../lib/remove.ts';
import { findPlace, missing } from '../lib/store-path.ts';

export default defineMemoryTool({
  name: 'memory_delete',
  title: 'Delete memory file or folder',
  description:
    'Deletes a file, or a folder with everything in it, for good and without asking; the memory ' +
    'itself cannot be deleted. A link is deleted, not its target. Use delete_memory for a value ' +
    'by its key. Returns the path.',
  input: z.strictObject({
    path: z.string().describe('File or folder in the memory, such as "projects/old"'),
  }),
  hints: { readOnly: false, openWorld: false },
  async handler({ path }, { signal }, store) {
    const asked = memoryPath(path);
    if (asked.segments.length === 0)
      throw new ToolError(
        `path ${JSON.stringify(path)} is the memory itself, which cannot be deleted: ` +
          'delete the files and folders in it',
      );
    return store.change(signal, 'frees', async ({ root, confirm }) => {
      const place = await findPlace(root, asked, false);
      if (!place.stats) throw missing(place.shown);
      confirm();
      const isGone = await remove(place);
      const what = place.stats.isDirectory() ? `${place.shown}/ and everything in it` : place.shown;
      const rest = ' Some of its files could not be removed from the disk yet.';
      return `Deleted ${what}.${isGone ? '' : rest}`;
    });
  },
});
