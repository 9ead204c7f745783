import { createExclusive, defineFileChange, resolvePath } from '@std-tools/kit-files';
import * as z from 'zod';
import { makeParent } from '../lib/make-parent.ts';
import { refuseFolderName } from '../lib/refuse-folder-name.ts';
import { findEncoding } from '../lib/encoding/find-encoding.ts';

export default defineFileChange({
  name: 'create_file',
  title: 'Create file',
  description:
    'Creates a new UTF-8 text file and fails when the path exists, so nothing is ever ' +
    'overwritten; write_file replaces. Returns the path.',
  input: z.strictObject({
    path: z.string().describe('File to create'),
    content: z.string().describe('The whole text'),
    create_dirs: z.boolean().default(false).describe('Make missing parent folders'),
  }),
  hints: { readOnly: false, openWorld: false, destructive: false },
  async handler({ path, content, create_dirs }, ctx) {
    const bytes = (await findEncoding('utf-8')).encode(content, 'content');
    refuseFolderName(path);
    const file = await resolvePath(path, ctx);
    await makeParent(file, create_dirs);
    await createExclusive(file, bytes);
    return `Created ${path} (${bytes.length} bytes).`;
  },
});
