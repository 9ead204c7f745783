import { stat } from 'node:fs/promises';
import { defineFileChange, resolvePath } from '@std-tools/kit-files';
import * as z from 'zod';
import { copyContent, placeFor } from '../lib/transfer.ts';

export default defineFileChange({
  name: 'copy_file',
  title: 'Copy file',
  description:
    'Copies one file with its mode and times, following a link; folders are refused. An ' +
    'existing file at the destination is replaced; its folder must exist. Use move_file to ' +
    'leave no source. Returns the path of the copy, and whether it replaced a file.',
  input: z.strictObject({
    source: z.string().describe('File to copy'),
    destination: z.string().describe('Path of the copy, or an existing folder to put it in'),
  }),
  hints: { readOnly: false, openWorld: false },
  async handler({ source, destination }, ctx) {
    const from = await resolvePath(source, ctx, { parameter: 'source' });
    const asked = { parameter: 'destination' };
    const place = await placeFor(source, await resolvePath(destination, ctx, asked));
    const to = await resolvePath(place, ctx, asked); // inside a folder it is another path
    const replaces = await stat(to).catch(() => undefined); // a broken link is only filled
    await copyContent(from, to, {
      signal: ctx.signal,
      onBytes: (done, total) => ctx.progress(done, total, 'bytes copied'),
    });
    return `Copied ${source} to ${to}${replaces ? ', replacing the file there' : ''}.`;
  },
});
