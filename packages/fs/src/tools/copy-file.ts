import { stat } from 'node:fs/promises';
import { defineFileChange, resolvePath } from '@std-tools/kit-files';
import * as z from 'zod';
import { copyContent, placeFor } from '../lib/transfer.ts';

export default defineFileChange({
  name: 'copy_file',
  title: 'Copy file',
  description:
    'Copies one file with its mode and times; folders are refused. An existing folder as ' +
    'destination means into it; an existing file is replaced, and the reply says so.',
  input: z.strictObject({
    source: z.string().describe('File to copy'),
    destination: z.string().describe('Path of the copy, or a folder to copy into'),
  }),
  hints: { readOnly: false, openWorld: false },
  async handler({ source, destination }, ctx) {
    const from = await resolvePath(source, ctx, { parameter: 'source' });
    const asked = { parameter: 'destination' };
    const place = await placeFor(from, await resolvePath(destination, ctx, asked));
    const to = await resolvePath(place, ctx, asked); // inside a folder it is another path
    const replaces = await stat(to).catch(() => undefined); // a broken link is only filled
    await copyContent(from, to, {
      signal: ctx.signal,
      onBytes: (done, total) => ctx.progress(done, total, 'bytes copied'),
    });
    return `Copied ${source} to ${to}${replaces ? ', replacing the file there' : ''}.`;
  },
});
