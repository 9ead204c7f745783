import { ToolError } from '@std-tools/core';

/** The error for a character, at an index of the text with a name, that an encoding lacks. */
export function unencodableCharacter(
  text: string,
  index: number,
  encoding: string,
  textName: string,
): ToolError {
  const codePoint = text.codePointAt(index) ?? 0;
  const character = String.fromCodePoint(codePoint);
  const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  const line = text.slice(0, index).split('\n').length;
  if (/\p{Surrogate}/u.test(character)) {
    const half = `half a character (the lone surrogate ${code})`;
    const problem = `line ${line} of ${textName} holds ${half}`;
    return new ToolError(`${problem}, which not even utf-8 can write. Write the whole character.`);
  }
  const place = `${JSON.stringify(character)} (${code}) on line ${line} of ${textName}`;
  return new ToolError(`${encoding} cannot write ${place}. Use the encoding utf-8.`);
}
