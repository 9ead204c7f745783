import { defineFileTool, isAllowed, resolvePath } from '@std-tools/kit-files';
import * as z from 'zod';
import { directoryEntries } from '../lib/folder/directory-entries.ts';
import { phrases } from '../phrases.ts';

export default defineFileTool({
  name: 'list_directory',
  title: 'List directory',
  description:
    'Lists one folder, folders first, then by name; get_directory_structure shows the levels ' +
    'below. A link counts as what it leads to. Returns a JSON array of {name, type: "file" or ' +
    '"directory", size in bytes (files)}, never cut.',
  input: z.strictObject({
    path: z.string().describe('Folder to list'),
    include_hidden: z.boolean().default(false).describe(phrases.includeHidden),
  }),
  hints: { readOnly: true, openWorld: false },
  async handler({ path, include_hidden }, ctx) {
    const folder = await resolvePath(path, ctx);
    const entries = await directoryEntries(folder, {
      includeHidden: include_hidden,
      withSize: true,
      signal: ctx.signal,
      mayFollow: link => isAllowed(link, ctx),
    });
    return JSON.stringify(
      entries.map(({ name, isFolder, size }) => ({
        name,
        type: isFolder ? 'directory' : 'file',
        ...(size !== undefined && { size }),
      })),
    );
  },
});
