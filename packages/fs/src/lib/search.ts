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
  readonly maxResults: number;
  /** Bound on all rows together. */
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
  const child = children.spawn(program, args, { signal, cwd: folder });
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
  let characters = 0;
  try {
    for await (const chunk of child.stdout)
      for (const match of reader.read(chunk)) {
        if (stoppedBy || !options.wants(plain(match.file)) || sizes.isTooLarge(match.file))
          continue;
        if (rows.length === maxResults) {
          stop('max_results');
          continue;
        }
        const row = await toRow(folder, match);
        characters += JSON.stringify(row).length + 1;
        if (characters > options.maxCharacters) stop('output_limit');
        else rows.push(row);
      }
    const [code] = await ended;
    signal.throwIfAborted();
    reader.end();
    if (!stoppedBy && code === 2 && complaints.fault) throw new ToolError(complaints.fault);
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

async function toRow(folder: string, match: Match): Promise<SearchRow> {
  const content = await excerpt(join(folder, match.file), match);
  return { file: plain(match.file), line: match.line, content };
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
  unreadable = 0;
  add(text: string): void {
    this.unreadable += text.split(/\(os error \d+\)/).length - 1;
    this.#text = (this.#text + text).slice(0, 4000);
  }
  /** The fault that made ripgrep give up; undefined when it only could not read some files. */
  get fault(): string | undefined {
    const [, message] = /\berror: (.+)/.exec(this.#text) ?? [];
    if (/look-around|backreferences/.test(this.#text))
      return (
        'query uses look-around or back-references, which the syntax (that of Rust) does not ' +
        'have: search for the plain part and filter the lines yourself'
      );
    if (/regex parse error|regex/.test(this.#text) && message)
      return `query is not a valid regular expression (Rust syntax): ${message}`;
    if (this.unreadable > 0) return undefined;
    return `the search failed: ${this.#text.split('\n', 1)[0]?.replace(/^rg: /, '')}`;
  }
}
