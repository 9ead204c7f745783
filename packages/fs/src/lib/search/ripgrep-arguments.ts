import { ToolError } from '@std-tools/core';
import { checkExclude } from '../glob/check-exclude.ts';
import { escapeGlob } from '../glob/escape-glob.ts';
import { keepInName } from '../glob/keep-in-name.ts';
import { matchGlob } from '../glob/match-glob.ts';
import { parseGlob } from '../glob/parse-glob.ts';

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
/** Characters; systems take no more than 128 KiB for one argument. */
const longestQuery = 32_768;

/** The arguments that search the working folder; a fault in the pattern is a `ToolError`. */
export function ripgrepArguments(pattern: SearchPattern): string[] {
  const { query, is_regex, exclude, respect_gitignore, target } = pattern;
  checkQuery(query);
  const globs = [
    ...fileGlobs(pattern),
    ...checkExclude(exclude).map(glob => `--glob=!${glob}`),
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
  if (query.length > longestQuery)
    throw new ToolError(`query has ${query.length} characters, over the limit of ${longestQuery}`);
}

function fileGlobs(pattern: SearchPattern): string[] {
  const globs = wantedGlobs(pattern);
  // --glob would bring ignored files back, a file type does not; but it sees only the last name.
  if (!pattern.respect_gitignore) return globs.map(glob => `--glob=${keepInName(glob)}`);
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
  const wanted = globs.map(glob => parseGlob(glob.includes('/') ? glob : `**/${glob}`));
  return file => {
    const path = file.split('\\').join('/');
    return wanted.some(glob => matchGlob(glob, path));
  };
}

/** The globs of which a file must match one; none when all files are wanted. */
function wantedGlobs({ file_pattern, target }: SearchPattern): string[] {
  const escaped = escapeGlob(file_pattern, 'file_pattern');
  const glob = escaped.endsWith('/') ? escaped.slice(0, -1) : escaped; // as Python reads it
  if (target !== '.' || /^(\*\*\/)*\*\*?$/.test(glob)) return [];
  const anywhere = glob.includes('/') ? `**/${glob}` : glob;
  return namesPdf.test(glob) ? [anywhere, `${anywhere}.txt`] : [anywhere];
}

/** `.pdf`, also as `.[pP][dD][fF]`. */
const namesPdf = /\.(?:p|\[p+\])(?:d|\[d+\])(?:f|\[f+\])$/i;
