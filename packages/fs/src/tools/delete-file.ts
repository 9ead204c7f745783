import { lstat, unlink } from 'node:fs/promises';
import { ToolError } from '@std-tools/core';
import { defineFileChange, resolvePath } from '@std-tools/kit-files';
import * as z from 'zod';

export default defineFileChange({
  name: 'delete_file',
  title: 'Delete file',
  description:
    'Deletes one file for good; a folder is refused. A symbolic link is deleted itself, its target ' +
    'stays. Returns the path.',
  input: z.strictObject({ path: z.string().describe('File to delete') }),
  hints: { readOnly: false, openWorld: false },
  async handler({ path }, ctx) {
    const file = await resolvePath(path, ctx, { follow: false });
    if ((await lstat(file)).isDirectory())
      throw new ToolError(`${path} is a folder: only files can be deleted`);
    await unlink(file);
    return `Deleted ${path}.`;
  },
});
