/** One matching line as ripgrep prints it: path, line, column, offset, text, between them NUL. */
export interface Match {
  readonly file: string;
  readonly line: number;
  /** First byte of the match in its line, from 1. */
  readonly column: number;
  /** First byte of the line in its file, from 0. */
  readonly offset: number;
  readonly text: Buffer;
}

const newline = 10;
/** The name in it may hold line breaks. */
const stopped = /^[^]*?: WARNING: stopped searching binary file after match \(found [^\n]*\)\n/;

/** Splits ripgrep's output into matches; holds at most one unfinished record. */
export class RecordReader {
  #rest: Buffer = Buffer.alloc(0);
  /** Files whose search stopped at a NUL byte after a match. */
  binaryFiles = 0;

  *read(chunk: Buffer): Generator<Match> {
    let bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    for (;;) {
      const nul = bytes.indexOf(0);
      const end = nul === -1 ? -1 : bytes.indexOf(newline, nul);
      if (end === -1) break;
      const match = this.#parse(bytes.subarray(0, nul), bytes.subarray(nul + 1, end));
      if (match) yield match;
      bytes = bytes.subarray(end + 1);
    }
    this.#rest = bytes;
  }

  /** What is left when the output ends: at most a word about a binary file. */
  end(): void {
    const rest = this.#withoutWarnings(this.#rest.toString());
    if (/binary file matches \(/.test(rest)) this.binaryFiles += 1;
  }

  #parse(name: Buffer, rest: Buffer): Match | undefined {
    const file = this.#withoutWarnings(name.toString());
    const numbers: number[] = [];
    let start = 0;
    for (
      let nul = rest.indexOf(0);
      nul !== -1 && numbers.length < 3;
      nul = rest.indexOf(0, start)
    ) {
      numbers.push(Number(rest.toString('latin1', start, nul)));
      start = nul + 1;
    }
    const [line, second, third] = numbers;
    if (line === undefined || second === undefined) return undefined;
    // An empty match at the very end of a file has no column.
    const [column, offset] = third === undefined ? [1, second] : [second, third];
    const text = rest.subarray(start);
    return { file, line, column, offset, text: text.at(-1) === 13 ? text.subarray(0, -1) : text };
  }

  /** Warnings about binary files come between records, so they seem to begin the next name. */
  #withoutWarnings(name: string): string {
    let file = name;
    for (let warning = stopped.exec(file); warning; warning = stopped.exec(file)) {
      this.binaryFiles += 1;
      file = file.slice(warning[0].length);
    }
    return file;
  }
}
