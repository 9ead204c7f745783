import { defineFileChange, readRegularFile, resolvePath, writeAtomic } from '@std-tools/kit-files';
import * as z from 'zod';
import { applyUnifiedDiff } from '../lib/patch/apply-unified-diff.ts';

export default defineFileChange({
  name: 'apply_patch',
  title: 'Apply patch',
  description:
    'Applies a unified diff to one existing file, all hunks or none. Context and removed ' +
    'lines must stand exactly at the line numbers of their @@ header, and its counts must be ' +
    'right; an error says what stands there and where the text does. Use edit_file for one ' +
    'replacement, create_file for a new file. Returns the number of hunks.',
  input: z.strictObject({
    path: z.string().describe('File to patch; names inside the diff are not used'),
    patch: z.string().describe('Unified diff of one file; its hunks alone, from @@ on, will do'),
  }),
  hints: { readOnly: false, openWorld: false },
  async handler({ path, patch }, ctx) {
    const file = await resolvePath(path, ctx);
    const { config, signal } = ctx;
    const before = await readRegularFile(file, { shownPath: path, config, signal });
    const { content, hunkCount, notes } = applyUnifiedDiff(before, patch);
    signal.throwIfAborted();
    await writeAtomic(file, content);
    const applied = `Applied ${hunkCount} hunk${hunkCount === 1 ? '' : 's'} to ${path}.`;
    return [applied, ...notes].join('\n');
  },
});
