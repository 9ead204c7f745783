import { renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { ToolError } from '@std-tools/core';
import { isInside, syncFolder } from '@std-tools/kit-files';
import * as z from 'zod';
import { defineMemoryTool } from '../define-memory-tool.ts';
import { type MemoryPath, memoryPath } from '../lib/memory-path.ts';
import { findPlace, missing } from '../lib/store-path.ts';
import { withParents } from '../lib/with-parents.ts';

export default defineMemoryTool({
  name: 'memory_rename',
  title: 'Rename memory file or folder',
  description:
    'Renames or moves a file or folder within the memory, making missing folders. An existing ' +
    'destination is an error: nothing is overwritten. A link is moved, not its target. Returns ' +
    'both paths.',
  input: z.strictObject({
    old_path: z.string().describe('File or folder in the memory to move'),
    new_path: z.string().describe('Its whole new path, name included'),
  }),
  hints: { readOnly: false, openWorld: false, destructive: false },
  async handler({ old_path, new_path }, { signal }, store) {
    const from = notRoot(memoryPath(old_path, 'old_path'), 'old_path');
    const to = notRoot(memoryPath(new_path, 'new_path'), 'new_path');
    return store.change(signal, 'edits', async ({ root, confirm }) => {
      const source = await findPlace(root, from, false);
      if (!source.stats) throw missing(source.shown);
      const target = await findPlace(root, to, false);
      if (target.stats)
        throw new ToolError(
          `${target.shown} already exists: choose another path, or remove it first with ` +
            'memory_delete',
        );
      if (isInside(target.path, source.path))
        throw new ToolError(`${target.shown} is inside ${source.shown}: choose a path outside it`);
      await withParents(target.path, async () => {
        confirm();
        renameSync(source.path, target.path); // nothing may come between
      });
      await Promise.all([source.path, target.path].map(path => syncFolder(dirname(path))));
      return `Renamed ${source.shown} to ${target.shown}.`;
    });
  },
});

function notRoot(path: MemoryPath, parameter: string): MemoryPath {
  if (path.segments.length > 0) return path;
  throw new ToolError(`${parameter} is the memory itself: name a file or folder in it`);
}
