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
const longestQuery = 32_768;

/** The arguments that search the working folder; a fault in the pattern is a `ToolError`. */
export function ripgrepArguments(pattern: SearchPattern): string[] {
  const { query, is_regex, exclude, respect_gitignore, target } = pattern;
  checkQuery(query);
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
    '--null',
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
  if (query.length > longestQuery)
    throw new ToolError(`query has ${query.length} characters, over the limit of ${longestQuery}`);
}

function fileGlobs(pattern: SearchPattern): string[] {
  const globs = wantedGlobs(pattern);
  // --glob would bring ignored files back, a file type does not; but it sees only the last name.
  if (!pattern.respect_gitignore) return globs.map(glob => `--glob=${glob}`);
  if (globs.length === 0) return [];
  return [
    ...globs.map(glob => `--type-add=wanted:${glob.slice(glob.lastIndexOf('/') + 1)}`),
    '--type=wanted',
  ];
}

/** Decides on a path what a file type could not; says yes where ripgrep has decided. */
export function fileFilter(pattern: SearchPattern): (file: string) => boolean {
  const globs = wantedGlobs(pattern);
  if (!pattern.respect_gitignore || !globs.some(glob => glob.includes('/'))) return () => true;
  const wanted = ignore().add(globs);
  return file => wanted.ignores(file.split('\\').join('/'));
}

/** The globs of which a file must match one; none when all files are wanted. */
function wantedGlobs({ file_pattern, target }: SearchPattern): string[] {
  const glob = escapeGlob(file_pattern, 'file_pattern');
  if (target !== '.' || /^(\*\*\/)*\*\*?$/.test(glob)) return [];
  const anywhere = glob.includes('/') ? `**/${glob}` : glob;
  return /\.pdf$/i.test(glob) ? [anywhere, `${anywhere}.txt`] : [anywhere];
}

/** Takes the special meanings that Python's globs do not have out of a pattern. */
function escapeGlob(pattern: string, parameter: string): string {
  const fault = (problem: string) =>
    new ToolError(`${parameter} ${JSON.stringify(pattern)} ${problem}, such as "*.py"`);
  if (pattern === '' || pattern.includes('\0')) throw fault('is no glob: give one');
  if (pattern.startsWith('/')) throw fault('starts with a slash: give a glob relative to path');
  return pattern
    .replace(/^(\.\/)+/, '')
    .replace(/\/+$/, '')
    .replace(/[\\{}]/g, '\\$&')
    .replace(/^[!#]/, '\\$&')
    .replace(/ $/, '\\ ')
    .replace(/\[(?![!^]?\]?[^\]]*\])/g, '\\[');
}
