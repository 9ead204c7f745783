import { open } from 'node:fs/promises';
import { cutText } from '@std-tools/kit-files';
import { longestPrintedLine } from './ripgrep-arguments.ts';
import type { Match } from './ripgrep-records.ts';

const mostCharacters = 2000;
const bytesBefore = 400;
const windowBytes = 4 * (mostCharacters + 1);

/** The matching line, or, when it is long, the part around the match with `...` where it is cut. */
export async function excerpt(path: string, match: Match): Promise<string> {
  const { text, column, offset } = match;
  const whole = text.length <= longestPrintedLine;
  if (whole && cutText(text.toString(), mostCharacters).isCut === false) return text.toString();
  const start = Math.max(0, column - 1 - bytesBefore);
  // What ripgrep printed of a longer line ends before the match may come.
  const bytes = whole ? text.subarray(start) : await readWindow(path, offset + start);
  const [line = ''] = bytes.subarray(characterStart(bytes)).toString().split(/\r?\n/, 1);
  const shown = cutText(line, mostCharacters);
  return `${start > 0 ? '...' : ''}${shown.text}${shown.isCut ? '...' : ''}`;
}

async function readWindow(path: string, position: number): Promise<Buffer> {
  await using file = await open(path, 'r');
  const read = async (length: number, from: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  };
  const mark = (await read(2, 0)).toString('hex');
  if (mark !== 'fffe' && mark !== 'feff') return read(windowBytes, position);
  // ripgrep counts in UTF-8, of which a byte stands for at most two of UTF-16.
  const bytes = await read(2 * (position + windowBytes), 2);
  const text = new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(bytes);
  return Buffer.from(text).subarray(position, position + windowBytes);
}

/** Where the first whole UTF-8 character starts. */
function characterStart(bytes: Buffer): number {
  let at = 0;
  while (at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return at;
}
