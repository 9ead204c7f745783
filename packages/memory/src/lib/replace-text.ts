import { ToolError } from '@std-tools/core';
import { findText } from './find-text.ts';
import { countBreaks, toCrlf } from './text-lines.ts';

/** Lines that an error names. */
const mostNamed = 20;
/** Occurrences that an error counts. */
const mostCounted = 1000;

/** A text after a replacement, and the 1-based line where it began. */
export interface ReplacedText {
  readonly text: string;
  readonly line: number;
}

/**
 * Replaces the one occurrence of `oldText`; none or several are a `ToolError` that tells the lines.
 * Where all lines end in \r\n, \n in the arguments stands for it.
 */
export function replaceText(
  text: string,
  oldText: string,
  newText: string,
  shown: string,
): ReplacedText {
  if (oldText === '')
    throw new ToolError('old_str is empty: give the text to replace, or use memory_insert');
  const { crlf, lf } = countBreaks(text);
  const fit = crlf > 0 && lf === 0 ? toCrlf : (one: string) => one;
  const [wanted, substitute] = [fit(oldText), fit(newText)];
  if (wanted === substitute)
    throw new ToolError('old_str and new_str are the same text: nothing would change');
  const at = findText(text, wanted);
  if (at === -1)
    throw new ToolError(
      `old_str does not occur in ${shown}: copy the text exactly as memory_view shows it, ` +
        'without the line numbers' +
        (crlf > 0 && lf > 0 ? '; its line ends are mixed, so replace within one line' : ''),
    );
  if (findText(text, wanted, at + wanted.length) !== -1) throw several(text, wanted, shown);
  return {
    text: text.slice(0, at) + substitute + text.slice(at + wanted.length),
    line: lineAt(text, at),
  };
}

function several(text: string, wanted: string, shown: string): ToolError {
  const lines: number[] = [];
  let count = 0;
  let line = 1;
  let seen = 0;
  let at = findText(text, wanted);
  while (at !== -1 && count < mostCounted) {
    count += 1;
    if (lines.length < mostNamed) {
      line += countLines(text.slice(seen, at));
      seen = at;
      lines.push(line);
    }
    at = findText(text, wanted, at + wanted.length);
  }
  const times = at === -1 ? `${count} times` : `more than ${count} times`;
  const rest = count > lines.length ? ', ...' : '';
  return new ToolError(
    `old_str occurs ${times} in ${shown}, at lines ${lines.join(', ')}${rest}: ` +
      'add text around it until it is unique',
  );
}

const lineAt = (text: string, at: number) => 1 + countLines(text.slice(0, at));

function countLines(text: string): number {
  const { crlf, lf } = countBreaks(text);
  return crlf + lf;
}
