/** Lines of a text, from 1. Only \n ends a line; text after the last one is a line too. */
export interface LineRange {
  readonly text: string;
  /** Lines of the whole text. */
  readonly totalLines: number;
}

/** `count` lines from line `first` on, with their line ends; an empty text when it has fewer. */
export function lineRange(text: string, first: number, count = Infinity): LineRange {
  let line = 1;
  let start = first === 1 ? 0 : text.length;
  let end = count > 0 ? text.length : 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    line += 1;
    if (line === first) start = at + 1;
    if (line === first + count) end = at + 1;
  }
  const totalLines = text === '' || text.endsWith('\n') ? line - 1 : line;
  return { text: text.slice(start, Math.max(start, end)), totalLines };
}

/** The number of the line that holds the character at `index`. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1))
    line += 1;
  return line;
}
