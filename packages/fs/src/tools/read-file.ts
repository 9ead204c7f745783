import { limitsConfig, ToolError } from '@std-tools/core';
import {
  countNewlines,
  cutText,
  defineFileTool,
  lastLines,
  lineRange,
  type LineRange,
  readRegularFile,
  resolvePath,
} from '@std-tools/kit-files';
import * as z from 'zod';
import { findEncoding } from '../lib/encoding/find-encoding.ts';
import type { TextEncoding } from '../lib/encoding/text-encoding.ts';
import { phrases } from '../phrases.ts';

export default defineFileTool({
  name: 'read_file',
  title: 'Read file',
  description:
    'Reads a text file, whole or a range of lines; one over the size limit is refused. Use ' +
    'search_in_files to find the lines first, and read_pdf, read_word, read_excel or ' +
    'read_powerpoint, where available, for such files. Returns the text; over the output ' +
    'limit it is cut, and the last line says with which offset to go on. Undecodable bytes ' +
    'become U+FFFD.',
  input: z.strictObject({
    path: z.string().describe('File to read'),
    offset: z.int().optional().describe('First line to return, from 1'),
    limit: z.int().optional().describe('Number of lines; to the end when absent'),
    encoding: z.string().default('utf-8').describe(phrases.encoding),
    tail: z.int().optional().describe('Only this many last lines; not with offset or limit'),
  }),
  hints: { readOnly: true, openWorld: false },
  async handler({ path, offset, limit, encoding, tail }, ctx) {
    checkRange({ offset, limit, tail });
    const codec = await findEncoding(encoding);
    const file = await resolvePath(path, ctx);
    const { config, signal } = ctx;
    const raw = await readRegularFile(file, { shownPath: path, config, signal });
    const { bytes, decode } = inPieces(raw, codec);
    const range =
      tail === undefined ? lineRange(bytes, offset ?? 1, limit) : lastLines(bytes, tail);
    if (range === undefined)
      throw new ToolError(
        `offset ${offset} is past the end: ${path} has ${countLines(bytes)} lines`,
      );
    return decodeStart(bytes, range, decode, config(limitsConfig).outputLimit);
  },
});

function checkRange(
  given: Readonly<Record<'offset' | 'limit' | 'tail', number | undefined>>,
): void {
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && value < 1)
      throw new ToolError(`${name} must be 1 or more, got ${value}`);
  if (given.tail !== undefined && (given.offset !== undefined || given.limit !== undefined))
    throw new ToolError('tail cannot be given together with offset or limit');
}

type Decode = (bytes: Buffer) => string;

/** Bytes in which 0x0A ends a line and stands nowhere else, and how to decode lines of them. */
function inPieces(
  bytes: Buffer,
  { name, decode }: TextEncoding,
): { bytes: Buffer; decode: Decode } {
  const decodeUtf8: Decode = piece => piece.toString();
  // All other encodings, the East Asian ones too, have 0x0A in no other character.
  if (/^utf-(16|32)/.test(name)) return { bytes: Buffer.from(decode(bytes)), decode: decodeUtf8 };
  if (name !== 'utf-8-sig') return { bytes, decode };
  // A mark counts as one at the start of the file only, not of a later line.
  const isMarked = bytes.toString('latin1', 0, 3) === '\xef\xbb\xbf';
  return { bytes: isMarked ? bytes.subarray(3) : bytes, decode: decodeUtf8 };
}

function countLines(bytes: Buffer): number {
  const unended = bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0;
  return countNewlines(bytes, 0, bytes.length) + unended;
}

/** The bytes of a character at most, in every encoding. */
const mostCharacterBytes = 4;

/** The text of a range, cut at the limit with a line that says where to read on. */
function decodeStart(bytes: Buffer, range: LineRange, decode: Decode, limit: number): string {
  const { start } = range;
  // Two characters more than are shown, so that one which this cuts in two is never among them.
  const end = Math.min(range.end, start + (limit + 2) * mostCharacterBytes);
  const cut = cutText(decode(bytes.subarray(start, end)), limit);
  if (!cut.isCut) return cut.text;
  const line = countNewlines(bytes, 0, start) + cut.text.split('\n').length;
  const next = cut.text.includes('\n')
    ? `call again with offset=${line}`
    : `line ${line} alone is longer than that; search_in_files shows the part around a match`;
  return `${cut.text}\n[cut after ${limit} characters: ${next}]`;
}
