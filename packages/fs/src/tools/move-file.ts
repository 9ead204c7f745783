import { defineFileChange, resolvePath } from '@std-tools/kit-files';
import * as z from 'zod';
import { exists, move, placeFor } from '../lib/transfer.ts';

export default defineFileChange({
  name: 'move_file',
  title: 'Move file',
  description:
    'Moves or renames a file or folder; a link is moved itself. An existing file at the ' +
    'destination is replaced; its folder must exist. Use copy_file to keep the source. ' +
    'Returns the new path, and whether it replaced a file.',
  input: z.strictObject({
    source: z.string().describe('File or folder to move'),
    destination: z.string().describe('New path, or an existing folder to put it in'),
  }),
  hints: { readOnly: false, openWorld: false },
  async handler({ source, destination }, ctx) {
    const from = await resolvePath(source, ctx, { parameter: 'source', follow: false });
    const asked = { parameter: 'destination', follow: false };
    const place = await placeFor(from, await resolvePath(destination, ctx, asked));
    const to = await resolvePath(place, ctx, asked); // inside a folder it is another path
    const replaces = await exists(to);
    await move(from, to, {
      signal: ctx.signal,
      onBytes: (done, total) => ctx.progress(done, total, 'bytes copied'),
    });
    return `Moved ${source} to ${to}${replaces ? ', replacing the file there' : ''}.`;
  },
});
