import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { findEncoding } from './find-encoding.ts';

function isLibraryLoaded(): boolean {
  return Object.keys(createRequire(import.meta.url).cache).some(path => /iconv-lite/.test(path));
}

async function encode(name: string, text: string): Promise<string> {
  return (await findEncoding(name)).encode(text).toString('hex');
}

async function decode(name: string, hex: string): Promise<string> {
  return (await findEncoding(name)).decode(Buffer.from(hex, 'hex'));
}

describe('findEncoding', () => {
  // The first test here: it looks at what this process has loaded so far.
  it('loads iconv-lite only for an encoding that Node lacks', async () => {
    const native = ['utf-8', 'utf-8-sig', 'utf-16', 'utf-16-be', 'utf-32', 'latin-1', 'ascii'];
    for (const name of native) await encode(name, 'a');
    expect(isLibraryLoaded()).toBe(false);
    await encode('cp1252', 'a');
    expect(isLibraryLoaded()).toBe(true);
  });

  it.each([
    ['utf-8', 'UTF-8 utf8 utf_8 U8 cp65001'],
    ['utf-8-sig', 'utf-8-sig UTF_8_SIG utf8sig'],
    ['utf-16', 'utf-16 UTF16 u16'],
    ['utf-16-le', 'utf-16-le utf_16le UTF-16LE'],
    ['utf-16-be', 'utf-16-be utf-16BE'],
    ['utf-32', 'utf-32 u32'],
    ['utf-32-le', 'utf-32-le utf_32le'],
    ['utf-32-be', 'utf-32-be'],
    ['latin-1', 'latin-1 latin_1 latin1 L1 iso-8859-1 ISO8859-1 8859 cp819'],
    ['ascii', 'ascii US-ASCII 646 us'],
    ['cp1252', 'cp1252 CP-1252 windows-1252 1252'],
    ['cp1250', 'cp1250 Windows_1250'],
    ['cp1258', 'cp1258 windows-1258'],
    ['iso-8859-2', 'iso-8859-2 iso8859_2 latin2 l2'],
    ['iso-8859-9', 'iso-8859-9 latin5'],
    ['iso-8859-15', 'iso-8859-15 latin9 l9'],
    ['iso-8859-16', 'iso-8859-16 latin10'],
    ['koi8-r', 'koi8-r KOI8_R'],
    ['koi8-u', 'koi8-u'],
    ['mac-roman', 'mac-roman macintosh macroman'],
    ['shift_jis', 'shift_jis shift-jis sjis s_jis'],
    ['cp932', 'cp932 ms932 932 ms_kanji'],
    ['euc_jp', 'euc_jp euc-jp ujis'],
    ['euc_kr', 'euc_kr euc-kr korean ks_c_5601-1987'],
    ['cp949', 'cp949 ms949 uhc'],
    ['gb2312', 'gb2312 euc-cn chinese'],
    ['gbk', 'gbk cp936 ms936 936'],
    ['gb18030', 'gb18030 gb18030-2000'],
    ['big5', 'big5 big5-tw'],
    ['cp950', 'cp950 ms950'],
    ['cp437', 'cp437 IBM437 437'],
    ['cp850', 'cp850 ibm850'],
    ['cp866', 'cp866 866'],
  ])('finds %s by its aliases', async (usual, names) => {
    for (const name of names.split(' ')) expect((await findEncoding(name)).name).toBe(usual);
  });

  it('takes spaces like hyphens', async () => {
    expect((await findEncoding(' ISO 8859 15 ')).name).toBe('iso-8859-15');
  });

  it.each(['', 'utf-9', 'cp9999', 'iso-8859-12', 'iso-8859-17', 'base64', 'constructor', '8'])(
    'names the unknown %j and common ones',
    async name => {
      const common = 'utf-8, utf-8-sig, utf-16, latin-1, cp1252, shift_jis, gb18030, big5, euc_kr';
      await expect(findEncoding(name)).rejects.toMatchObject({
        name: 'ToolError',
        message: `unknown encoding ${JSON.stringify(name)}. Common ones: ${common}.`,
      });
    },
  );
});

/** Encoding, text, its bytes by CPython 3.11. */
const written: readonly (readonly [string, string, string])[] = [
  ['utf-8', 'aß€🙂', '61c39fe282acf09f9982'],
  ['utf-8-sig', 'aß', 'efbbbf61c39f'],
  ['utf-16', 'a€🙂', 'fffe6100ac203dd842de'],
  ['utf-16-le', 'a€🙂', '6100ac203dd842de'],
  ['utf-16-be', 'a€🙂', '006120acd83dde42'],
  ['utf-32', 'a🙂', 'fffe00006100000042f60100'],
  ['utf-32-le', 'a🙂', '6100000042f60100'],
  ['utf-32-be', 'a🙂', '000000610001f642'],
  ['latin-1', 'Größe \u0085ÿ', '4772f6df652085ff'],
  ['ascii', 'a~\n', '617e0a'],
  ['cp1252', '„Größe“ €Ž', '844772f6df659320808e'],
  ['cp1250', 'žluťoučký', '9e6c759d6f75e86bfd'],
  ['cp1251', 'Привет №', 'cff0e8e2e5f220b9'],
  ['cp1253', 'Γειά', 'c3e5e9dc'],
  ['cp1255', 'שלום', 'f9ece5ed'],
  ['cp1256', 'مرحبا', 'e3d1cdc8c7'],
  ['iso-8859-2', 'žluť', 'be6c75bb'],
  ['iso-8859-7', 'Γειά', 'c3e5e9dc'],
  ['iso-8859-15', '€ Œ', 'a420bc'],
  ['koi8-r', 'Привет', 'f0d2c9d7c5d4'],
  ['koi8-u', 'Їжак', 'b7d6c1cb'],
  ['mac-roman', 'Größe Ω€', '47729aa76520bddb'],
  ['shift_jis', '日本〜ｱ¢', '93fa967b8160b18191'],
  ['cp932', '日本①～', '93fa967b87408160'],
  ['euc_jp', '日本〜−丂', 'c6fccbdca1c1a1dd8fb0a1'],
  ['euc_kr', '한국', 'c7d1b1b9'],
  ['cp949', '한국똠', 'c7d1b1b98c63'],
  ['gb2312', '中文・', 'd6d0cec4a1a4'],
  ['gbk', '中文·—鎔', 'd6d0cec4a1a4a1aae667'],
  ['gb18030', '中€🙂\ufeff', 'd6d0a2e39530853284319533'],
  ['big5', '繁體•', 'c163c5e9a145'],
  ['cp437', 'é░╣', '82b0b9'],
  ['cp850', 'éÅ¤', '828fcf'],
  ['cp866', 'Привет№', '8fe0a8a2a5e2fc'],
];

describe('a text encoding', () => {
  it.each(written)('writes and reads %s as Python does', async (name, text, hex) => {
    expect(await encode(name, text)).toBe(hex);
    expect(await decode(name, hex)).toBe(text);
  });

  it.each(written)('writes and reads all of ASCII in %s', async name => {
    const text = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('');
    expect(await decode(name, await encode(name, text))).toBe(text);
  });

  it.each(written)('refuses half a character in %s', async name => {
    await expect(encode(name, 'a\nb\ud83dc')).rejects.toMatchObject({
      name: 'ToolError',
      message:
        'line 2 of the text holds half a character (the lone surrogate U+D83D), ' +
        'which not even utf-8 can write. Write the whole character.',
    });
  });

  it.each(written)('never fails to read bytes as %s', async name => {
    const { decode } = await findEncoding(name);
    for (let byte = 0; byte < 256; byte += 1) {
      const text = decode(Buffer.from([0x61, byte, 0xff, byte, 0x62]));
      expect(text).toBe(text.replace(/\p{Surrogate}/gu, ''));
    }
  });

  it.each([
    ['ascii', 'é', 'U+00E9'],
    ['ascii', '\u0080', 'U+0080'],
    ['latin-1', '€', 'U+20AC'],
    ['latin-1', '🙂', 'U+1F642'],
    ['cp1252', 'Ω', 'U+03A9'],
    ['cp1252', '\u0081', 'U+0081'],
    ['cp1252', '\ufffd', 'U+FFFD'],
    ['cp1255', '\u05ba', 'U+05BA'],
    ['iso-8859-15', '¤', 'U+00A4'],
    ['koi8-r', 'ї', 'U+0457'],
    ['mac-roman', '¤', 'U+00A4'],
    ['mac-roman', '\u2126', 'U+2126'],
    ['shift_jis', '①', 'U+2460'],
    ['shift_jis', '～', 'U+FF5E'],
    ['shift_jis', '🙂', 'U+1F642'],
    ['cp932', '\u00a5', 'U+00A5'],
    ['euc_jp', '①', 'U+2460'],
    ['euc_kr', '똠', 'U+B620'],
    ['gb2312', '鎔', 'U+9394'],
    ['gb2312', '—', 'U+2014'],
    ['gbk', '€', 'U+20AC'],
    ['gbk', '\ue000', 'U+E000'],
    ['big5', 'あ', 'U+3042'],
    ['cp437', '€', 'U+20AC'],
  ])('of %s refuses %s', async (name, character, code) => {
    await expect(encode(name, `a?\nb\n?${character}`)).rejects.toMatchObject({
      name: 'ToolError',
      message:
        `${name} cannot write ${JSON.stringify(character)} (${code}) ` +
        'on line 3 of the text. Use the encoding utf-8.',
    });
  });

  it.each([
    ['utf-8', '61ff62', 'a\ufffdb'],
    ['utf-8', 'efbbbf61', '\ufeffa'],
    ['utf-8-sig', 'efbbbfefbbbf61', '\ufeffa'],
    ['utf-8-sig', '61', 'a'],
    ['utf-16', '6100', 'a'],
    ['utf-16', 'feff0061', 'a'],
    ['utf-16', 'fffe6100', 'a'],
    ['utf-16-le', 'fffe6100', '\ufeffa'],
    ['utf-16-le', '61003dd8620063', 'a\ufffdb\ufffd'],
    ['utf-16-be', '0061d83d62', 'a\ufffd'],
    ['utf-16-be', '006100', 'a\ufffd'],
    ['utf-32', '0000feff00000061', 'a'],
    ['utf-32', '61000000', 'a'],
    ['utf-32-le', '0000110000d800006162', '\ufffd\ufffd\ufffd'],
    ['utf-32-be', '000000610000', 'a\ufffd'],
    ['ascii', '61807fff', 'a\ufffd\u007f\ufffd'],
    ['latin-1', '8081ff', '\u0080\u0081ÿ'],
    ['cp1252', '80818d', '€\ufffd\ufffd'],
    ['iso-8859-3', 'a5', '\ufffd'],
    ['shift_jis', '8740', '①'],
    ['shift_jis', '61ff62', 'a\ufffdb'],
    ['gb18030', '8431953361', '\ufeffa'],
    ['gb18030', '8431a437', '\ufffd'],
  ])('of %s reads %s', async (name, hex, text) => {
    expect(await decode(name, hex)).toBe(text);
  });

  it('of cp932 also writes the characters that JIS reads at the same places', async () => {
    expect(await encode('cp932', '〜‖−¢£¬')).toBe('81608161817c8191819281ca');
    expect(await decode('cp932', '81608161817c8191819281ca')).toBe('～∥－￠￡￢');
  });

  it('does not write to the bytes that it reads', async () => {
    const bytes = Buffer.from('006100e9', 'hex');
    expect((await findEncoding('utf-16-be')).decode(bytes)).toBe('aé');
    expect(bytes.toString('hex')).toBe('006100e9');
  });
});
