import { ToolError } from '@std-tools/core';
import { findEncodingName } from './encoding-names.ts';
import { loadLegacyEncoding } from './legacy-encoding.ts';
import { findNativeEncoding } from './native-encoding.ts';

/**
 * Translates between bytes and text. `decode` never fails: bytes without a meaning become U+FFFD.
 * `encode` throws a ToolError for a character that the encoding lacks and for a lone surrogate.
 */
export interface TextEncoding {
  /** The usual name, such as `utf-8` or `cp1252`. */
  readonly name: string;
  decode(bytes: Buffer): string;
  /** `textName` stands for the text in an error: the name of a parameter, for instance. */
  encode(text: string, textName?: string): Buffer;
}

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
