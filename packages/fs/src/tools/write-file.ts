import { defineFileChange, resolvePath, writeAtomic } from '@std-tools/kit-files';
import * as z from 'zod';
import { makeParent } from '../lib/make-parent.ts';
import { refuseFolderName } from '../lib/refuse-folder-name.ts';
import { findEncoding } from '../lib/encoding/find-encoding.ts';
import { phrases } from '../phrases.ts';

export default defineFileChange({
  name: 'write_file',
  title: 'Write file',
  description:
    'Writes a whole text file, replacing what it held. Use edit_file or apply_patch to change a ' +
    'part, create_file when it must not exist yet. All or nothing: a failure leaves the old file. ' +
    'Returns the path and the bytes written.',
  input: z.strictObject({
    path: z.string().describe('File to write'),
    content: z.string().describe('The whole text'),
    create_dirs: z.boolean().default(false).describe(phrases.createFolders),
    encoding: z.string().default('utf-8').describe(phrases.encoding),
  }),
  hints: { readOnly: false, openWorld: false, idempotent: true },
  async handler({ path, content, create_dirs, encoding }, ctx) {
    const bytes = (await findEncoding(encoding)).encode(content, 'content');
    refuseFolderName(path);
    const file = await resolvePath(path, ctx);
    await makeParent(file, create_dirs);
    await writeAtomic(file, bytes);
    return `Wrote ${bytes.length} bytes to ${path}.`;
  },
});
