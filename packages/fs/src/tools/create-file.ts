import { createExclusive, defineFileChange, resolvePath } from '@std-tools/kit-files';
import * as z from 'zod';
import { makeParent } from '../lib/make-parent.ts';
import { refuseFolderName } from '../lib/refuse-folder-name.ts';
import { findEncoding } from '../lib/encoding/find-encoding.ts';
import { phrases } from '../phrases.ts';

export default defineFileChange({
  name: 'create_file',
  title: 'Create file',
  description:
    'Creates a new UTF-8 text file; an existing path is an error and stays as it is. Use ' +
    'write_file to replace a file or for another encoding. Returns the path and the bytes ' +
    'written.',
  input: z.strictObject({
    path: z.string().describe('File to create'),
    content: z.string().describe('The whole text'),
    create_dirs: z.boolean().default(false).describe(phrases.createFolders),
  }),
  hints: { readOnly: false, openWorld: false, destructive: false },
  async handler({ path, content, create_dirs }, ctx) {
    const bytes = (await findEncoding('utf-8')).encode(content, 'content');
    refuseFolderName(path);
    const file = await resolvePath(path, ctx);
    await makeParent(file, create_dirs);
    await createExclusive(file, bytes, { advice: 'use write_file to replace it' });
    return `Created ${path} (${bytes.length} bytes).`;
  },
});
