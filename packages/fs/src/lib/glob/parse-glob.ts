/** Bytes that a name may hold in one place; `ranges` are of bytes, ends included. */
export interface ByteClass {
  readonly isNegated: boolean;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

/** One byte, any run of bytes, any one byte, or one byte of a class. */
export type NameToken = number | 'star' | 'any' | ByteClass;

export interface NamePattern {
  readonly tokens: readonly NameToken[];
  /** Bytes of the shortest name that matches; infinite when none does. */
  readonly shortest: number;
}

/** What stands between slashes: folders in whatever number, a plain name, or a pattern of names. */
export type GlobSegment = typeof anyFolders | string | NamePattern;

/** A parsed glob: its segments. */
export type Glob = readonly GlobSegment[];

export const anyFolders = Symbol('any folders');

/**
 * Reads a glob as git does: `*`, `?`, `[a-z]`, `[!a]`, `[^a]` and `\x` within a name, `**` as a
 * whole segment. Named classes such as `[:digit:]` are not known. A glob that is malformed (a class
 * without an end, a backslash at the end) matches nothing.
 */
export function parseGlob(text: string): Glob {
  const bytes = Buffer.from(text);
  const segments: GlobSegment[] = [];
  let tokens: NameToken[] = [];
  let start = 0;
  const endSegment = (end: number) => {
    const segment = toSegment(tokens, /^\*{2,}$/.test(bytes.toString('latin1', start, end)));
    if (segment !== anyFolders || segments.at(-1) !== anyFolders) segments.push(segment);
    tokens = [];
    start = end + 1;
  };
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === byteOf.star) {
      if (tokens.at(-1) !== 'star') tokens.push('star');
    } else if (byte === byteOf.question) tokens.push('any');
    else if (byte === byteOf.open) {
      const found = parseClass(bytes, at + 1);
      if (!found) return [matchesNothing];
      tokens.push(found.class);
      at = found.end; // a slash in it is a member, not the end of the name
    } else {
      if (byte === byteOf.backslash) at += 1;
      const literal = bytes[at];
      if (literal === undefined) return [matchesNothing];
      if (literal === byteOf.slash) endSegment(at);
      else tokens.push(literal);
    }
  }
  endSegment(bytes.length);
  // A folder is not inside itself, so at the end there must be one more name.
  if (segments.at(-1) === anyFolders) segments.push(toSegment(['star'], false));
  return segments;
}

const byteOf = { star: 42, minus: 45, slash: 47, question: 63, open: 91, backslash: 92, close: 93 };
const negations = [33, 94];
const matchesNothing: NamePattern = { tokens: [], shortest: Number.POSITIVE_INFINITY };

function toSegment(tokens: readonly NameToken[], isAnyFolders: boolean): GlobSegment {
  if (isAnyFolders) return anyFolders;
  const literals = tokens.filter(token => typeof token === 'number');
  if (literals.length === tokens.length) return Buffer.from(literals).toString();
  return { tokens, shortest: tokens.filter(token => token !== 'star').length };
}

/** A class whose bracket opens before `start`; `end` is where it closes. */
function parseClass(bytes: Buffer, start: number) {
  const isNegated = negations.includes(bytes[start] ?? 0);
  const first = isNegated ? start + 1 : start;
  const ranges: [number, number][] = [];
  let isRangeOpen = false; // a minus takes the byte before it for its start
  for (let at = first; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === byteOf.close && at > first) return { class: { isNegated, ranges }, end: at };
    const isRange: boolean = byte === byteOf.minus && isRangeOpen && bytes[at + 1] !== byteOf.close;
    if (isRange) at += 1;
    if (bytes[at] === byteOf.backslash) at += 1;
    const member = bytes[at];
    if (member === undefined) return undefined;
    const last = ranges.at(-1);
    if (isRange && last) last[1] = member;
    else ranges.push([member, member]);
    isRangeOpen = !isRange;
  }
  return undefined;
}
