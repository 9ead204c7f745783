import { ToolError } from '@std-tools/core';

/**
 * Splits a text into arguments by the quoting rules of a POSIX shell, without any expansion, as
 * Python's `shlex.split` does. An unbalanced quote and a lone backslash at the end are errors.
 */
export function splitArguments(text: string): string[] {
  const result: string[] = [];
  let at = 0;
  let argument: string | undefined; // undefined between arguments, since '' is one
  while (at < text.length) {
    piece.lastIndex = at;
    const [found = '', plain, single, double, escaped] = piece.exec(text) ?? [];
    if (found === '') throw unfinished(text.charAt(at));
    at += found.length;
    const part = plain ?? single ?? double?.replace(/\\([\\"])/g, '$1') ?? escaped;
    if (part !== undefined) argument = (argument ?? '') + part;
    else if (argument !== undefined) {
      result.push(argument);
      argument = undefined;
    }
  }
  return argument === undefined ? result : [...result, argument];
}

/** White space, plain text, 'single', "double" with escapes inside, or one escaped character. */
const piece = /[ \t\r\n]+|([^ \t\r\n'"\\]+)|'([^']*)'|"([^"\\]*(?:\\[^][^"\\]*)*)"|\\([^])/y;

const unfinished = (sign: string) =>
  new ToolError(
    sign === '\\'
      ? 'args ends with a backslash that escapes nothing: double it, or put it in quotes'
      : `args has a ${sign} that is not closed: close it, or escape it with a backslash`,
  );
