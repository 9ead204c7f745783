/** The lines of a text without their ends, \n or \r\n; a last \n starts no further line. */
export function textLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Line breaks of a text by kind. */
export function countBreaks(text: string): { readonly crlf: number; readonly lf: number } {
  let crlf = 0;
  let lf = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1))
    if (text[at - 1] === '\r') crlf += 1;
    else lf += 1;
  return { crlf, lf };
}

/** The text with every line break as \r\n. */
export const toCrlf = (text: string): string => text.replace(/(?<!\r)\n/g, '\r\n');
