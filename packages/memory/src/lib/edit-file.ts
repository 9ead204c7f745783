import type { ToolContext } from '@std-tools/core';
import { ToolError } from '@std-tools/core';
import { readRegularFile, writeAtomic } from '@std-tools/kit-files';
import { encodeText } from './encode-text.ts';
import { memoryPath } from './memory-path.ts';
import { findPlace, missing } from './store-path.ts';
import type { MemoryStore } from './store.ts';

/**
 * Replaces the text of a file by what `edit` makes of it, under the store's lock; it is told the
 * path to show. A file that is not UTF-8 is refused, since its bytes would be lost.
 */
export async function editFile<T extends { readonly text: string }>(
  path: string,
  ctx: Pick<ToolContext, 'config' | 'signal'>,
  store: MemoryStore,
  edit: (text: string, shown: string) => T,
): Promise<T & { readonly shown: string }> {
  const { config, signal } = ctx;
  const asked = memoryPath(path);
  return store.change(signal, 'edits', async ({ root, confirm }) => {
    const place = await findPlace(root, asked, true);
    const { shown } = place;
    if (!place.stats) throw missing(shown);
    const bytes = await readRegularFile(place.path, { shownPath: shown, config, signal });
    const edited = edit(decode(bytes, shown), shown);
    const after = encodeText(edited.text, shown, config);
    await writeAtomic(place.path, after, { confirm });
    return { ...edited, shown };
  });
}

function decode(bytes: Uint8Array, shown: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ToolError(`${shown} is not UTF-8 text, so it cannot be edited: nothing was changed`);
  }
}
