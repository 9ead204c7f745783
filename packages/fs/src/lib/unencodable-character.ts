import { ToolError } from '@std-tools/core';

/** The error for the character at an index of a text that an encoding cannot write. */
export function unencodableCharacter(text: string, index: number, encoding: string): ToolError {
  const codePoint = text.codePointAt(index) ?? 0;
  const character = String.fromCodePoint(codePoint);
  const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  const line = text.slice(0, index).split('\n').length;
  if (/\p{Surrogate}/u.test(character)) {
    const problem = `line ${line} of the text holds half a character (the lone surrogate ${code})`;
    return new ToolError(`${problem}, which not even utf-8 can write. Write the whole character.`);
  }
  const place = `${JSON.stringify(character)} (${code}) on line ${line} of the text`;
  return new ToolError(`${encoding} cannot write ${place}. Use the encoding utf-8.`);
}
