import { limitsConfig, ToolError } from '@std-tools/core';
import { cutText, defineFileTool, readRegularFile, resolvePath } from '@std-tools/kit-files';
import * as z from 'zod';
import { lineAt, lineRange } from '../lib/line-range.ts';
import { findEncoding } from '../lib/encoding/find-encoding.ts';

export default defineFileTool({
  name: 'read_file',
  title: 'Read file',
  description:
    'Reads a text file, whole or a range of lines. For a PDF or an Office file use read_pdf, ' +
    'read_word or read_excel where available. Returns the text; one over the output limit is cut ' +
    'and the last line says where to go on. Undecodable bytes become U+FFFD.',
  input: z.strictObject({
    path: z.string().describe('File to read'),
    offset: z.int().optional().describe('First line, from 1'),
    limit: z.int().optional().describe('Number of lines'),
    encoding: z.string().default('utf-8').describe('Python codec name, such as "cp1252"'),
    tail: z.int().optional().describe('Only this many last lines; not with offset or limit'),
  }),
  hints: { readOnly: true, openWorld: false },
  async handler({ path, offset, limit, encoding, tail }, ctx) {
    checkRange({ offset, limit, tail });
    const codec = await findEncoding(encoding);
    const file = await resolvePath(path, ctx);
    const { config, signal } = ctx;
    const text = codec.decode(await readRegularFile(file, { shownPath: path, config, signal }));
    const first = tail === undefined ? (offset ?? 1) : firstOfLast(text, tail);
    const range = lineRange(text, first, limit);
    if (first > Math.max(1, range.totalLines))
      throw new ToolError(`offset ${first} is past the end: ${path} has ${range.totalLines} lines`);
    return withNotice(range.text, first, config(limitsConfig).outputLimit);
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

const firstOfLast = (text: string, count: number) =>
  Math.max(1, lineRange(text, 1, 0).totalLines - count + 1);

/** The text, cut at the limit with a line that says where to read on. */
function withNotice(text: string, firstLine: number, limit: number): string {
  const cut = cutText(text, limit);
  if (!cut.isCut) return text;
  const line = firstLine + lineAt(cut.text, cut.text.length) - 1;
  const next =
    line > firstLine
      ? `call again with offset=${line}`
      : `line ${line} alone is longer than that; search_in_files shows the part around a match`;
  return `${cut.text}\n[cut after ${limit} of ${cut.totalCharacters} characters: ${next}]`;
}
