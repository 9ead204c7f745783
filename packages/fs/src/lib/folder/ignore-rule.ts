import { matchGlob } from '../glob/match-glob.ts';
import { type Glob, parseGlob } from '../glob/parse-glob.ts';

/** One line of a `.gitignore` file. */
export class IgnoreRule {
  /** It brings back what rules before it have left out. */
  readonly isNegated: boolean;
  readonly #foldersOnly: boolean;
  /** It is about the path from the folder of the file, not about the last name. */
  readonly #isAnchored: boolean;
  readonly #glob: Glob;

  private constructor(pattern: string) {
    this.isNegated = pattern.startsWith('!');
    const whole = this.isNegated ? pattern.slice(1) : pattern;
    this.#foldersOnly = whole.endsWith('/');
    const glob = this.#foldersOnly ? whole.slice(0, -1) : whole;
    this.#isAnchored = glob.includes('/');
    this.#glob = parseGlob(glob.startsWith('/') ? glob.slice(1) : glob);
  }

  /** The rule of a line as gitignore(5) tells; none when it is empty or a comment. */
  static parse(line: string): IgnoreRule | undefined {
    const pattern = line.startsWith('#') ? '' : withoutTrailingSpaces(line);
    return pattern === '' ? undefined : new IgnoreRule(pattern);
  }

  /** `path` is relative to the folder of the file, with `/` between its names. */
  matches(path: string, isFolder: boolean): boolean {
    if (this.#foldersOnly && !isFolder) return false;
    return matchGlob(this.#glob, this.#isAnchored ? path : path.slice(path.lastIndexOf('/') + 1));
  }
}

function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ') end -= 1;
  let start = end;
  while (start > 0 && line[start - 1] === '\\') start -= 1;
  const isEscaped = (end - start) % 2 === 1 && end < line.length;
  return line.slice(0, isEscaped ? end + 1 : end);
}
