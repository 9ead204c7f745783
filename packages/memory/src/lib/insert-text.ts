import { ToolError } from '@std-tools/core';
import { countBreaks, toCrlf } from './text-lines.ts';

/** A text after an insertion, with the 1-based numbers of the first and last new line. */
export interface InsertedText {
  readonly text: string;
  readonly first: number;
  readonly last: number;
}

/**
 * Puts whole lines after line `after` (0: at the top). Line breaks are added where they lack, in
 * the style of most lines; a text that had no break at its end gets none.
 */
export function insertText(
  text: string,
  after: number,
  inserted: string,
  shown: string,
): InsertedText {
  const { crlf, lf } = countBreaks(text);
  const lines = crlf + lf + (text === '' || text.endsWith('\n') ? 0 : 1);
  if (after < 0 || after > lines)
    throw new ToolError(
      `insert_line is ${after}, and ${shown} has ${lines} lines: give a number in [0, ${lines}]`,
    );
  const lineBreak = crlf > lf ? '\r\n' : '\n';
  const given = crlf > lf ? toCrlf(inserted) : inserted;
  const content = given === '' ? lineBreak : given; // an empty line
  const at = placeAfter(text, after);
  const [before, behind] = [text.slice(0, at), text.slice(at)];
  const opening = after > 0 && !before.endsWith('\n') ? lineBreak : '';
  const needsEnd = behind !== '' || before.endsWith('\n');
  const closing = needsEnd && !content.endsWith('\n') ? lineBreak : '';
  const added = countBreaks(content + closing);
  return {
    text: before + opening + content + closing + behind,
    first: after + 1,
    last: after + added.crlf + added.lf + (content.endsWith('\n') || closing !== '' ? 0 : 1),
  };
}

/** Where the line after that one starts, or the end of the text. */
function placeAfter(text: string, line: number): number {
  let at = text.startsWith('\uFEFF') ? 1 : 0; // a byte-order mark stays the first character
  for (let passed = 0; passed < line; passed += 1) {
    const next = text.indexOf('\n', at);
    if (next === -1) return text.length;
    at = next + 1;
  }
  return at;
}
