import { describe, expect, it } from 'vitest';
import { RecordReader } from './ripgrep-records.ts';

const record = (file: string, line: number, column: number | '', offset: number, text: string) =>
  [file, line, ...(column === '' ? [] : [column]), offset, text].join('\0');

/** Reads the output in pieces and gives what was found. */
function readAll(pieces: readonly (string | Buffer)[]) {
  const reader = new RecordReader();
  const matches = pieces.flatMap(piece => [...reader.read(Buffer.from(piece))]);
  reader.end();
  return {
    matches: matches.map(({ text, ...match }) => ({ ...match, text: text.toString() })),
    binaryFiles: reader.binaryFiles,
  };
}

const stopped = (file: string) =>
  `${file}: WARNING: stopped searching binary file after match ` +
  '(found "\\0" byte around offset 70009)\n';

describe('RecordReader', () => {
  it('reads nothing from nothing', () => {
    expect(readAll([])).toEqual({ matches: [], binaryFiles: 0 });
  });

  it('reads each record', () => {
    const output = `${record('./a', 1, 2, 0, 'xneedle')}\n${record('./b', 30, 1, 999, 'needle')}\n`;
    expect(readAll([output])).toEqual({
      matches: [
        { file: './a', line: 1, column: 2, offset: 0, text: 'xneedle' },
        { file: './b', line: 30, column: 1, offset: 999, text: 'needle' },
      ],
      binaryFiles: 0,
    });
  });

  it.each([
    ['a name with a line break', record('./a\nb', 1, 1, 0, 'x'), './a\nb', 'x'],
    ['a name with colons and digits', record('./1:2:3:', 1, 1, 0, 'x'), './1:2:3:', 'x'],
    ['text with colons and digits', record('./a', 1, 1, 0, '7:8:9:x'), './a', '7:8:9:x'],
    ['an empty line', record('./a', 1, 1, 0, ''), './a', ''],
    ['a carriage return at the end', record('./a', 1, 1, 0, 'x\r'), './a', 'x'],
    ['a carriage return inside', record('./a', 1, 1, 0, 'x\ry'), './a', 'x\ry'],
    ['text outside ASCII', record('./ä', 1, 1, 0, 'größe 🙂'), './ä', 'größe 🙂'],
  ])('reads %s', (_name, line, file, text) => {
    expect(readAll([`${line}\n`]).matches).toEqual([{ file, line: 1, column: 1, offset: 0, text }]);
  });

  it('reads a record without a column, which an empty match at the end of a file has', () => {
    expect(readAll([`${record('./a', 3, '', 8, '9:cc')}\n`]).matches).toEqual([
      { file: './a', line: 3, column: 1, offset: 8, text: '9:cc' },
    ]);
  });

  it('keeps bytes that are no text', () => {
    const reader = new RecordReader();
    const head = Buffer.from('./a\x001\x001\x000\0');
    const [match] = reader.read(Buffer.concat([head, Buffer.from([0xff, 0x80, 10])]));
    expect(match?.text.toString('hex')).toBe('ff80');
  });

  it('gives the same whatever the pieces are', () => {
    const output = Buffer.from(
      `${record('./a\nb', 1, 1, 0, 'größe')}\n${stopped('./a\nb')}` +
        `${record('./c', 22, 3, 4, '1:2:x')}\n${stopped('./c')}`,
    );
    const whole = readAll([output]);
    expect(whole.matches.map(({ file }) => file)).toEqual(['./a\nb', './c']);
    for (const size of [1, 2, 3, 7, 50]) {
      const pieces: Buffer[] = [];
      for (let at = 0; at < output.length; at += size) pieces.push(output.subarray(at, at + size));
      expect(readAll(pieces)).toEqual(whole);
    }
  });

  it.each([
    ['after the only record', `${record('./a', 1, 1, 0, 'x')}\n${stopped('./a')}`, ['./a'], 1],
    [
      'between records',
      `${record('./a', 1, 1, 0, 'x')}\n${stopped('./a')}${record('./b', 1, 1, 0, 'x')}\n`,
      ['./a', './b'],
      1,
    ],
    [
      'about names with line breaks',
      `${record('./a\nb', 1, 1, 0, 'x')}\n${stopped('./a\nb')}${record('./c', 1, 1, 0, 'x')}\n`,
      ['./a\nb', './c'],
      1,
    ],
    [
      'twice in a row',
      `${stopped('./a')}${stopped('./b')}${record('./c', 1, 1, 0, 'x')}\n`,
      ['./c'],
      2,
    ],
    [
      'about the only file',
      `${record('./a', 1, 1, 0, 'x')}\n./a: binary file matches (found "\\0" byte around offset 9)\n`,
      ['./a'],
      1,
    ],
  ])('counts a warning about a binary file %s', (_name, output, files, binaryFiles) => {
    const read = readAll([output]);
    expect(read.matches.map(({ file }) => file)).toEqual(files);
    expect(read.binaryFiles).toBe(binaryFiles);
  });

  it('drops what is no record', () => {
    expect(readAll(['./a\0no numbers\n', 'nothing at all\n']).matches).toEqual([]);
  });
});
