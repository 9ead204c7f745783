/** How the lines of a file end: `none` when it holds no newline at all. */
export type LineEnds = 'none' | 'lf' | 'crlf' | 'mixed';

/** A file as a latin1 string with the positions of its lines. Lines are counted from 0. */
export interface LineIndex {
  readonly text: string;
  readonly count: number;
  readonly lineEnds: LineEnds;
  /** One line with its newline, or an empty string past the end. */
  line(index: number): string;
  /** The lines from `from` up to, not including, `to`. */
  lines(from: number, to: number): string;
}

/** Finds the lines of a file. Only \n separates them, and a final one starts no further line. */
export function indexLines(bytes: Buffer): LineIndex {
  const text = bytes.toString('latin1');
  const starts = [0];
  let withReturn = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1);
    if (at > 0 && text.charCodeAt(at - 1) === carriageReturn) withReturn += 1;
  }
  const newlines = starts.length - 1;
  const count = starts.at(-1) === text.length ? newlines : newlines + 1;
  const start = (index: number) => starts[index] ?? text.length;
  const lines = (from: number, to: number) => text.slice(start(from), start(to));
  const lineEnds = nameLineEnds(newlines, withReturn);
  return { text, count, lineEnds, lines, line: index => lines(index, index + 1) };
}

const carriageReturn = 13;

function nameLineEnds(newlines: number, withReturn: number): LineEnds {
  if (newlines === 0) return 'none';
  if (withReturn === 0) return 'lf';
  return withReturn === newlines ? 'crlf' : 'mixed';
}
