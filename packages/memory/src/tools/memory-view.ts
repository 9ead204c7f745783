import { ToolError } from '@std-tools/core';
import { readRegularFile } from '@std-tools/kit-files';
import * as z from 'zod';
import { defineMemoryTool } from '../define-memory-tool.ts';
import { memoryPath } from '../lib/memory-path.ts';
import { findPlace, missing } from '../lib/store-path.ts';
import { viewFolder } from '../lib/view-folder.ts';
import { viewLines } from '../lib/view-lines.ts';

export default defineMemoryTool({
  name: 'memory_view',
  title: 'View memory file or folder',
  description:
    'Shows a text file of the memory as numbered lines, or a folder: sizes and paths up to two ' +
    'levels down, without hidden names and node_modules. Nothing is cut: use view_range for long ' +
    'files. Use read_memory for a value by its key.',
  input: z.strictObject({
    path: z.string().describe('File or folder; "/" or "" for the whole memory'),
    view_range: z
      .array(z.int())
      .optional()
      .describe('[first, last] line to show, from 1; last -1 for the end; files only'),
  }),
  hints: { readOnly: true, openWorld: false },
  async handler({ path, view_range }, { config, signal }, store) {
    const asked = memoryPath(path);
    const root = (await store.root()) ?? store.folder;
    const place = await findPlace(root, asked, true);
    const { shown, stats } = place;
    if (stats && !stats.isDirectory()) {
      const bytes = await readRegularFile(place.path, { shownPath: shown, config, signal });
      return viewLines(bytes, shown, view_range);
    }
    if (!stats && !place.isRoot) throw missing(shown);
    if (view_range)
      throw new ToolError(`${shown} is a folder: view_range is for files, leave it out`);
    return stats ? viewFolder(place.path, shown, signal) : '0 B\t/';
  },
});
