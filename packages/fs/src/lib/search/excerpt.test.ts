import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { excerpt } from './excerpt.ts';

const missing = '/no/such/file';
const at = (text: string | Buffer, column = 1, offset = 0) => ({
  file: './file',
  line: 1,
  column,
  offset,
  text: Buffer.from(text),
});

/** The excerpt of a line over the printed length, which is read from the file. */
async function fromFile(content: Buffer, match: { column: number; offset: number }) {
  await using folder = await testFolder();
  const path = join(folder.path, 'file');
  await writeFile(path, content);
  return excerpt(path, at('p'.repeat(8001), match.column, match.offset));
}

describe('excerpt', () => {
  it.each([
    ['a short line', 'a needle', 'a needle'],
    ['an empty line', '', ''],
    ['2,000 characters', 'ä'.repeat(2000), 'ä'.repeat(2000)],
    ['bytes that are no text', Buffer.from([97, 0xff, 98]), 'a\ufffdb'],
  ])('shows %s whole, without reading the file', async (_name, text, shown) => {
    expect(await excerpt(missing, at(text))).toBe(shown);
  });

  it('shows the first 2,000 characters of 2,001 when the match is there', async () => {
    expect(await excerpt(missing, at('a'.repeat(2001), 400))).toBe(`${'a'.repeat(2000)}...`);
  });

  it('starts 400 bytes before a match that comes late', async () => {
    const text = `${'a'.repeat(3000)}needle${'b'.repeat(3000)}`;
    expect(await excerpt(missing, at(text, 3001))).toBe(
      `...${'a'.repeat(400)}needle${'b'.repeat(1594)}...`,
    );
  });

  it('shows the end of a line without dots', async () => {
    const text = `${'a'.repeat(3000)}needle`;
    expect(await excerpt(missing, at(text, 3001))).toBe(`...${'a'.repeat(400)}needle`);
  });

  it('never starts inside a character', async () => {
    const text = `x${'漢'.repeat(2000)}needle`;
    const shown = await excerpt(missing, at(text, 6002));
    expect(shown).toBe(`...${'漢'.repeat(133)}needle`);
  });

  it('reads a line of 10 MB around the match', async () => {
    const content = Buffer.from(`first\n${'a'.repeat(5_000_000)}needle${'b'.repeat(5_000_000)}\n`);
    expect(await fromFile(content, { column: 5_000_001, offset: 6 })).toBe(
      `...${'a'.repeat(400)}needle${'b'.repeat(1594)}...`,
    );
  });

  it('does not run into the next line', async () => {
    const content = Buffer.from(`${'a'.repeat(9000)}needle\r\nnext\n`);
    expect(await fromFile(content, { column: 9001, offset: 0 })).toBe(
      `...${'a'.repeat(400)}needle`,
    );
  });

  it.each([
    ['little', false],
    ['big', true],
  ])('reads a long line of UTF-16, %s end first', async (_name, isBig) => {
    const text = `\ufefffirst\n${'ü漢🙂'.repeat(2000)}needle${'y'.repeat(9000)}\nnext\n`;
    const bytes = Buffer.from(text, 'utf16le');
    // ripgrep counts the bytes that the text has in UTF-8, without the mark.
    const column = Buffer.byteLength('ü漢🙂'.repeat(2000)) + 1;
    const shown = await fromFile(isBig ? bytes.swap16() : bytes, { column, offset: 6 });
    // 400 bytes before the match are 44 times the three characters and 4 bytes of one more.
    const before = `🙂${'ü漢🙂'.repeat(44)}`;
    expect(shown).toBe(`...${before}needle${'y'.repeat(1994 - 133)}...`);
  });
});
