import { ToolError } from '@std-tools/core';
import { findEncodingName } from './encoding-names.ts';
import { loadLegacyEncoding } from './legacy-encoding.ts';
import { findNativeEncoding } from './native-encoding.ts';
import type { TextEncoding } from './text-encoding.ts';

/**
 * Finds an encoding by a name or alias of Python; upper case, `-`, `_` and spaces do not matter.
 * Throws a ToolError for an unknown name. UTF encodings, latin-1 and ascii load no library.
 */
export async function findEncoding(name: string): Promise<TextEncoding> {
  const known = findEncodingName(name);
  if (known === undefined) {
    const common = 'utf-8, utf-8-sig, utf-16, latin-1, cp1252, shift_jis, gb18030, big5, euc_kr';
    throw new ToolError(`unknown encoding ${JSON.stringify(name)}. Common ones: ${common}.`);
  }
  return findNativeEncoding(known) ?? (await loadLegacyEncoding(known));
}
