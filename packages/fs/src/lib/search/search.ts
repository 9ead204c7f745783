import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '@std-tools/core';
import { type Children, endGroup } from '@std-tools/kit-process';
import { excerpt } from './excerpt.ts';
import { type Match, RecordReader } from './ripgrep-records.ts';

export interface SearchRow {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly content: string;
}
export interface SearchResult {
  readonly rows: readonly SearchRow[];
  /** Why the rows are not all: undefined when they are. */
  readonly stoppedBy: 'max_results' | 'output_limit' | 'deadline' | undefined;
  readonly skipped: {
    readonly too_large: number;
    readonly unreadable: number;
    readonly binary: number;
  };
}
export interface SearchOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** The folder to search. */
  readonly folder: string;
  /** The folder as the rows name it. */
  readonly shownFolder: string;
  readonly maxResults: number;
  /** Bound on all rows together, as JSON. */
  readonly maxCharacters: number;
  readonly maxFileBytes: number;
  readonly deadlineMs: number;
  readonly children: Children;
  readonly signal: AbortSignal;
  /** False for a path, relative to the folder, that is to be left out. */
  wants(file: string): boolean;
  /** Called every second with the rows so far. */
  onProgress(rows: number): Promise<void>;
}

/** Runs ripgrep in a folder until it ends, enough was found, or the deadline has passed. */
export async function search(options: SearchOptions): Promise<SearchResult> {
  const { program, args, folder, children, signal, maxResults, deadlineMs } = options;
  // No file needs to give more rows than the reply takes, one over a limit least of all.
  const most = `--max-count=${Math.min(maxResults, options.maxCharacters) + 1}`;
  const child = children.spawn(program, [most, ...args], { signal, cwd: folder });
  const started = once(child, 'spawn').catch((error: Error) => {
    throw new ToolError(`ripgrep cannot be started (${program}): ${error.message}`);
  });
  const ended = once(child, 'close');
  ended.catch(() => {});
  let stoppedBy: SearchResult['stoppedBy'];
  const stop = (why: NonNullable<typeof stoppedBy>) => {
    stoppedBy ??= why;
    endGroup(child);
  };
  const complaints = new Complaints();
  child.stderr.setEncoding('utf8').on('data', (text: string) => complaints.add(text));
  await started;
  const reader = new RecordReader();
  const rows: SearchRow[] = [];
  const deadline = setTimeout(stop, deadlineMs, 'deadline');
  const ticks = setInterval(() => void options.onProgress(rows.length), 1000);
  const sizes = new FileSizes(folder, options.maxFileBytes);
  let characters = 1; // the brackets, less the comma that the last row lacks
  try {
    for await (const chunk of child.stdout)
      for (const match of reader.read(chunk)) {
        if (stoppedBy || !options.wants(plain(match.file)) || sizes.isTooLarge(match.file))
          continue;
        if (rows.length === maxResults) {
          stop('max_results');
          continue;
        }
        const row = await toRow(options, match);
        characters += JSON.stringify(row).length + 1;
        if (characters > options.maxCharacters) stop('output_limit');
        else rows.push(row);
      }
    const [code, killedBy] = await ended;
    signal.throwIfAborted();
    reader.end();
    const fault = complaints.fault(code ?? killedBy);
    if (!stoppedBy && fault) throw new ToolError(fault);
  } finally {
    clearTimeout(deadline);
    clearInterval(ticks);
    endGroup(child);
  }
  return {
    rows: rows.sort(byPlace),
    stoppedBy,
    skipped: {
      too_large: sizes.tooLarge,
      unreadable: complaints.unreadable,
      binary: reader.binaryFiles,
    },
  };
}

async function toRow({ folder, shownFolder }: SearchOptions, match: Match): Promise<SearchRow> {
  const content = await excerpt(join(folder, match.file), match);
  return { file: join(shownFolder, match.file), line: match.line, content };
}

const plain = (file: string) => file.replace(/^\.[\\/]/, '');

const byPlace = (one: SearchRow, other: SearchRow) =>
  one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1;

/** Files over the limit among those with a match; ripgrep's own limit would not tell of them. */
class FileSizes {
  readonly #tooLarge = new Map<string, boolean>();
  readonly #folder: string;
  readonly #maxBytes: number;
  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }
  isTooLarge(file: string): boolean {
    const known = this.#tooLarge.get(file);
    if (known !== undefined) return known;
    const stats = statSync(join(this.#folder, file), { throwIfNoEntry: false });
    const isTooLarge = stats !== undefined && stats.size > this.#maxBytes;
    this.#tooLarge.set(file, isTooLarge);
    return isTooLarge;
  }
  get tooLarge(): number {
    return [...this.#tooLarge.values()].filter(Boolean).length;
  }
}

/** Reads ripgrep's stderr: files it could not read, or what is wrong with the pattern. */
class Complaints {
  #text = '';
  #unfinished = '';
  unreadable = 0;
  add(text: string): void {
    const lines = (this.#unfinished + text).split('\n');
    this.#unfinished = lines.pop() ?? '';
    this.unreadable += lines.filter(line => /\(os error \d+\)$/.test(line)).length;
    this.#text = (this.#text + text).slice(0, 4000);
  }
  /** The fault that made ripgrep end so; undefined when it only could not read some files. */
  fault(end: number | string): string | undefined {
    if (end === 0 || end === 1) return undefined; // with and without a match
    const [first = ''] = this.#text.replace(/^rg: /, '').split('\n', 1);
    const [, message] = /\berror: (.+)/.exec(this.#text) ?? [];
    if (/look-around|backreferences/.test(this.#text))
      return (
        'query uses look-around or back-references, which the syntax (that of Rust) does not ' +
        'have: search for the plain part and filter the lines yourself'
      );
    if (/regex|pattern contains/.test(first))
      return `query is not a valid regular expression (Rust syntax): ${message ?? first}`;
    if (end !== 2) return `the search failed: ripgrep ended with ${end}; try a smaller folder`;
    if (this.unreadable > 0) return undefined;
    return `the search failed: ${first}`;
  }
}
