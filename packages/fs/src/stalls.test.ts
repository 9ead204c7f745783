import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createFsServer } from './server.ts';

const it = serverTest(() => createFsServer());
/** Five times the 200 ms for which a call may keep the others waiting. */
const promisedBoundMs = 1000;
const tickMs = 10;

/** The longest time in milliseconds by which a timer is late while the task runs. */
async function longestStall(task: () => Promise<void>): Promise<number> {
  let last = performance.now();
  let longest = 0;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last - tickMs);
    last = now;
  };
  const timer = setInterval(tick, tickMs);
  try {
    await task();
  } finally {
    clearInterval(timer);
  }
  tick();
  return longest;
}

const mebibyte = 1_048_576;
/** Just under the size limit of 50 MB. */
const size = 49 * mebibyte;
const line = 'some words of one line\n';
const lines = () => Buffer.alloc(size, line);
const oneLine = () => Buffer.alloc(size, 'some words of one line, ');
const newlines = () => Buffer.alloc(size, '\n');
const word = 'unique';
const withWord = (content: Buffer) =>
  Buffer.concat([content.subarray(0, size / 2), Buffer.from(word), content.subarray(size / 2)]);

const cases: readonly (readonly [string, () => Buffer, string, Record<string, unknown>, RegExp])[] =
  [
    [
      'read_file',
      lines,
      'read_file',
      {},
      /\n\[cut after 50000 characters: call again with offset=2174\]$/,
    ],
    [
      'read_file of one line',
      oneLine,
      'read_file',
      {},
      /\n\[cut after 50000 characters: line 1 alone /,
    ],
    ['read_file as latin-1', lines, 'read_file', { encoding: 'latin-1' }, /\n\[cut after 50000 /],
    ['read_file as cp1252', lines, 'read_file', { encoding: 'cp1252' }, /\n\[cut after 50000 /],
    ['read_file of the last lines', newlines, 'read_file', { tail: 3 }, /^\n\n\n$/],
    [
      'read_file of very many last lines',
      newlines,
      'read_file',
      { tail: 30_000_000 },
      /\n\[cut after 50000 characters: call again with offset=21430225\]$/,
    ],
    [
      'read_file past the end',
      newlines,
      'read_file',
      { offset: 60_000_000 },
      /^Error: offset 60000000 is past the end: .* has 51380224 lines$/,
    ],
    [
      'edit_file that finds nothing',
      lines,
      'edit_file',
      { old_string: 'some words of no line' },
      /^Error: old_string occurs 0 times\. Search for a line of it with search_in_files$/,
    ],
    [
      'edit_file that finds nothing in lines that end in CRLF',
      () => Buffer.alloc(size, '\r\n'),
      'edit_file',
      { old_string: 'x' },
      /^Error: old_string occurs 0 times\. /,
    ],
    [
      'edit_file that nearly finds a text everywhere',
      () => Buffer.alloc(size, 'a'),
      'edit_file',
      { old_string: `${'a'.repeat(5000)}b${'a'.repeat(5000)}` },
      /^Error: old_string occurs 0 times\. /,
    ],
    [
      'edit_file of a very frequent text',
      newlines,
      'edit_file',
      { old_string: '\n' },
      /^Error: old_string occurs more than 1000 times, at lines 1, 2, 3, 4, 5, /,
    ],
    [
      'dry_run for one word',
      () => withWord(lines()),
      'edit_file',
      { old_string: word, dry_run: true },
      /\n@@ -1116959,7 \+1116959,7 @@\n( some words of one line\n){3}-.*\n\+.*\n( .*\n){3}$/,
    ],
    [
      'dry_run for one word in one line',
      () => withWord(oneLine()),
      'edit_file',
      { old_string: word, dry_run: true },
      /\n@@ -1,1 \+1,1 @@\n-some words of one line, .*\n\[cut after 50000 characters\]$/,
    ],
    [
      'edit_file with 80,000 newlines inside old_string',
      () => Buffer.alloc(mebibyte, line),
      'edit_file',
      { old_string: `some${'\n'.repeat(80_000)}words` },
      /^Error: old_string occurs 0 times\. nearest is line 1: it is "some words of one line", /,
    ],
    [
      'edit_file that nearly finds many lines in many places',
      () => Buffer.alloc(mebibyte, 'a\nb\n'),
      'edit_file',
      { old_string: `${'a\nb\n'.repeat(1000)}c` },
      /^Error: old_string occurs 0 times\. nearest is line 2001: it is "a", old_string has "c"$/,
    ],
    [
      'edit_file that nearly finds a long text everywhere',
      () => Buffer.alloc(mebibyte, 'a'),
      'edit_file',
      { old_string: `\n${'a'.repeat(mebibyte / 4)}b${'a'.repeat(mebibyte / 4)}\n` },
      /^Error: old_string occurs 0 times\. Nothing near it stands in the file: read it again$/,
    ],
  ];

it.for(cases)('%s lets others run', async ([, make, tool, args, answer], { client, dir }) => {
  const path = join(dir, 'file');
  await writeFile(path, make());
  const given = tool === 'edit_file' ? { path, new_string: 'new', ...args } : { path, ...args };
  let text = '';
  const stall = await longestStall(async () => {
    const { content: parts } = await client.raw(tool, given);
    text = parts[0]?.text ?? '';
  });
  expect(text).toMatch(answer);
  expect(stall).toBeLessThan(promisedBoundMs);
});
