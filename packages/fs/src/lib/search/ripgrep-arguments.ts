import { ToolError } from '@std-tools/core';
import ignore from 'ignore';

export interface SearchPattern {
  readonly query: string;
  readonly is_regex: boolean;
  /** Glob of the files to search, at any depth. */
  readonly file_pattern: string;
  /** Globs of files and folders to leave out. */
  readonly exclude: readonly string[];
  readonly respect_gitignore: boolean;
  /** `.` for the working folder, or one file in it, to which no glob applies. */
  readonly target: string;
}

/** Bytes of a line that ripgrep prints; longer ones are read around the match instead. */
export const longestPrintedLine = 8000;
/** Characters of one argument; systems take no more than 128 KiB. */
const longestArgument = 32_768;

/** The arguments that search the working folder; a fault in the pattern is a `ToolError`. */
export function ripgrepArguments(pattern: SearchPattern): string[] {
  const { query, is_regex, exclude, respect_gitignore, target } = pattern;
  checkQuery(query);
  checkLength(exclude.join(), 'exclude');
  const globs = [
    ...fileGlobs(pattern),
    ...exclude.map(glob => `--glob=!${escapeGlob(glob, 'exclude')}`),
    // A PDF is searched through the text file beside it.
    '--iglob=!*.pdf',
    ...(respect_gitignore ? ['--glob=!.git'] : []),
  ];
  const ignoring = respect_gitignore
    ? ['--no-require-git', '--no-ignore-global', '--no-ignore-exclude', '--no-ignore-dot']
    : ['--no-ignore'];
  return [
    '--no-config',
    '--hidden',
    ...ignoring,
    '--color=never',
    '--no-heading',
    '--line-number',
    '--column',
    '--byte-offset',
    '--with-filename',
    '--null',
    '--field-match-separator=\\x00',
    `--max-columns=${longestPrintedLine}`,
    '--max-columns-preview',
    '--crlf',
    ...globs,
    ...(is_regex ? [] : ['--fixed-strings']),
    `--regexp=${query}`,
    '--',
    target,
  ];
}

function checkQuery(query: string): void {
  if (query === '') throw new ToolError('query is empty: give the text to search for');
  if (query.includes('\0')) throw new ToolError('query holds a NUL byte, which no text file does');
  if (/[\n\r]/.test(query))
    throw new ToolError('query holds a line break, but lines are searched one at a time');
  if (!query.isWellFormed())
    throw new ToolError(
      'query holds half a character (a lone surrogate): write the whole character',
    );
  checkLength(query, 'query');
}

function checkLength(text: string, parameter: string): void {
  if (text.length > longestArgument)
    throw new ToolError(
      `${parameter} has ${text.length} characters, over the limit of ${longestArgument}`,
    );
}

function fileGlobs(pattern: SearchPattern): string[] {
  const globs = wantedGlobs(pattern);
  // --glob would bring ignored files back, a file type does not; but it sees only the last name.
  if (!pattern.respect_gitignore) return globs.map(glob => `--glob=${glob}`);
  if (globs.length === 0) return [];
  return [
    // A colon would end the definition of a type; the filter below puts it right.
    ...globs
      .map(glob => glob.slice(glob.lastIndexOf('/') + 1).replaceAll(':', '?'))
      .map(glob => `--type-add=wanted:${glob}`),
    '--type=wanted',
  ];
}

/** Decides on a path what a file type could not; says yes where ripgrep has decided. */
export function fileFilter(pattern: SearchPattern): (file: string) => boolean {
  const globs = wantedGlobs(pattern);
  if (!pattern.respect_gitignore || !globs.some(glob => /[/:]/.test(glob))) return () => true;
  const wanted = ignore().add(globs);
  return file => wanted.ignores(file.split('\\').join('/'));
}

/** The globs of which a file must match one; none when all files are wanted. */
function wantedGlobs({ file_pattern, target }: SearchPattern): string[] {
  const glob = escapeGlob(file_pattern, 'file_pattern');
  if (target !== '.' || /^(\*\*\/)*\*\*?$/.test(glob)) return [];
  const anywhere = glob.includes('/') ? `**/${glob}` : glob;
  return namesPdf.test(glob) ? [anywhere, `${anywhere}.txt`] : [anywhere];
}

/** `.pdf`, also as `.[pP][dD][fF]`. */
const namesPdf = /\.(?:p|\[p+\])(?:d|\[d+\])(?:f|\[f+\])$/i;

/** Takes the special meanings that Python's globs do not have out of a pattern. */
function escapeGlob(pattern: string, parameter: string): string {
  checkLength(pattern, parameter);
  const fault = (problem: string) =>
    new ToolError(
      `${parameter} ${JSON.stringify(pattern.toWellFormed())} ${problem}, such as "*.py"`,
    );
  if (pattern.startsWith('/')) throw fault('starts with a slash: give a glob relative to path');
  const plain = pattern.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  if (plain === '' || plain.includes('\0') || !plain.isWellFormed())
    throw fault('is no glob: give one');
  return plain
    .replace(/[\\{}]/g, '\\$&')
    .replace(/^[!#]/, '\\$&')
    .replace(/ $/, '\\ ')
    .replace(/\[(?![!^]?\]?[^\]]*\])/g, '\\[');
}
