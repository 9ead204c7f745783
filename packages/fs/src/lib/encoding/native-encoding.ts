import type { TextEncoding } from './text-encoding.ts';
import { unencodableCharacter } from './unencodable-character.ts';

/** An encoding that Node's Buffer covers exactly, by its usual name; undefined for any other. */
export function findNativeEncoding(name: string): TextEncoding | undefined {
  const codec = codecs[name];
  if (codec === undefined) return undefined;
  const { decode, encode, unencodable } = codec;
  const encodeChecked = (text: string, textName = 'the text') => {
    const at = text.search(unencodable);
    if (at !== -1) throw unencodableCharacter(text, at, name, textName);
    return encode(text);
  };
  return { name, decode, encode: encodeChecked };
}

interface Codec {
  readonly unencodable: RegExp;
  decode(bytes: Buffer): string;
  encode(text: string): Buffer;
}

const surrogate = /\p{Surrogate}/u;
const codecs: Readonly<Record<string, Codec>> = {
  'utf-8': {
    unencodable: surrogate,
    decode: bytes => bytes.toString('utf8'),
    encode: text => Buffer.from(text, 'utf8'),
  },
  'utf-8-sig': {
    unencodable: surrogate,
    decode: bytes => bytes.toString('utf8').replace(/^\ufeff/, ''),
    encode: text => Buffer.from(`\ufeff${text}`, 'utf8'),
  },
  'utf-16': {
    unencodable: surrogate,
    decode: bytes => {
      if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16Big(bytes.subarray(2));
      const marked = bytes[0] === 0xff && bytes[1] === 0xfe;
      return decodeUtf16(marked ? bytes.subarray(2) : bytes);
    },
    encode: text => Buffer.from(`\ufeff${text}`, 'utf16le'),
  },
  'utf-16-le': {
    unencodable: surrogate,
    decode: decodeUtf16,
    encode: text => Buffer.from(text, 'utf16le'),
  },
  'utf-16-be': {
    unencodable: surrogate,
    decode: decodeUtf16Big,
    encode: text => Buffer.from(text, 'utf16le').swap16(),
  },
  'utf-32': {
    unencodable: surrogate,
    decode: bytes => {
      if (bytes.length >= 4 && bytes.readUInt32BE() === 0xfeff) {
        return decodeUtf32Big(bytes.subarray(4));
      }
      const marked = bytes.length >= 4 && bytes.readUInt32LE() === 0xfeff;
      return decodeUtf32(marked ? bytes.subarray(4) : bytes);
    },
    encode: text => encodeUtf32(`\ufeff${text}`),
  },
  'utf-32-le': { unencodable: surrogate, decode: decodeUtf32, encode: encodeUtf32 },
  'utf-32-be': {
    unencodable: surrogate,
    decode: decodeUtf32Big,
    encode: text => encodeUtf32(text).swap32(),
  },
  'latin-1': {
    unencodable: /[^\p{ASCII}\u0080-\u00ff]/u,
    decode: bytes => bytes.toString('latin1'),
    encode: text => Buffer.from(text, 'latin1'),
  },
  ascii: {
    unencodable: /\P{ASCII}/u,
    decode: bytes => bytes.toString('latin1').replace(/\P{ASCII}/gu, '\ufffd'),
    encode: text => Buffer.from(text, 'latin1'),
  },
};

function decodeUtf16(bytes: Buffer): string {
  const text = bytes.toString('utf16le');
  // An odd last byte belongs to the half pair before it, if there is one.
  const cut = bytes.length % 2 === 1 && !/[\ud800-\udbff]$/.test(text);
  return text.replace(/\p{Surrogate}/gu, '\ufffd') + (cut ? '\ufffd' : '');
}

function decodeUtf16Big(bytes: Buffer): string {
  const whole = Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();
  return decodeUtf16(bytes.length % 2 === 0 ? whole : Buffer.concat([whole, bytes.subarray(-1)]));
}

function decodeUtf32Big(bytes: Buffer): string {
  const rest = bytes.length % 4;
  const whole = Buffer.from(bytes.subarray(0, bytes.length - rest)).swap32();
  return decodeUtf32(rest === 0 ? whole : Buffer.concat([whole, bytes.subarray(-rest)]));
}

function decodeUtf32(bytes: Buffer): string {
  const units = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 4) {
    const value = at + 4 > bytes.length ? 0xfffd : bytes.readUInt32LE(at);
    const codePoint = value > 0x10ffff || value >>> 11 === 0x1b ? 0xfffd : value;
    if (codePoint > 0xffff) {
      length = units.writeUInt16LE(0xd7c0 + (codePoint >>> 10), length);
      length = units.writeUInt16LE(0xdc00 + (codePoint & 0x3ff), length);
    } else {
      length = units.writeUInt16LE(codePoint, length);
    }
  }
  return units.toString('utf16le', 0, length);
}

function encodeUtf32(text: string): Buffer {
  const bytes = Buffer.alloc(text.length * 4);
  let length = 0;
  for (const character of text) {
    length = bytes.writeUInt32LE(character.codePointAt(0) ?? 0, length);
  }
  return bytes.subarray(0, length);
}
