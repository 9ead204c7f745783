import { anyFolders, type Glob, type NamePattern, type NameToken } from './parse-glob.ts';

/**
 * Whether a path, with `/` between its names, matches a glob as a whole. Letter case counts; `?`
 * and `[...]` take one byte of UTF-8, as in git and ripgrep. Takes time in proportion to the
 * length of the glob times that of the path, whatever they hold.
 */
export function matchGlob(glob: Glob, path: string): boolean {
  const names = path.split('/');
  // reached[n]: the segments so far match the first n names.
  let reached = names.map((_, count) => count === 0).concat(false);
  for (const segment of glob) {
    const first = reached.indexOf(true);
    if (first === -1) return false;
    if (segment === anyFolders) reached.fill(true, first);
    else {
      const before = reached;
      const isName = (name: string) =>
        typeof segment === 'string' ? segment === name : matchName(segment, name);
      reached = [false, ...names.map((name, count) => before[count] === true && isName(name))];
    }
  }
  return reached.at(-1) === true;
}

/** Goes back to the last star only, as an earlier one could take no more than that one can. */
function matchName({ tokens, shortest }: NamePattern, name: string): boolean {
  const bytes = Buffer.from(name);
  if (bytes.length < shortest) return false;
  let token = 0;
  let at = 0;
  let star = -1;
  let starEnd = 0;
  for (;;) {
    const wanted = tokens[token];
    const byte = bytes[at];
    if (wanted === 'star') {
      star = token;
      starEnd = at;
      token += 1;
    } else if (byte === undefined) return wanted === undefined;
    else if (wanted !== undefined && takes(wanted, byte)) {
      token += 1;
      at += 1;
    } else {
      if (star === -1) return false;
      starEnd += 1;
      at = starEnd;
      token = star + 1;
    }
  }
}

function takes(token: Exclude<NameToken, 'star'>, byte: number): boolean {
  if (token === 'any') return true;
  if (typeof token === 'number') return token === byte;
  return token.ranges.some(([from, to]) => from <= byte && byte <= to) !== token.isNegated;
}
