import type { TextEncoding } from './text-encoding.ts';
import { unencodableCharacter } from './unencodable-character.ts';

/**
 * Loads a single-byte or East Asian encoding, by its usual name, from iconv-lite, and corrects it
 * to write only what Python's codec writes. Reading also knows the extensions of browsers.
 */
export async function loadLegacyEncoding(name: string): Promise<TextEncoding> {
  const { default: iconv } = await import('iconv-lite');
  const correction = corrections[name] ?? {};
  const toIconv = pairUp(correction.python, correction.iconv);
  const toPython = pairUp(correction.writeOnly ? '' : correction.iconv, correction.python);
  const canWrite = (character: string) => {
    // iconv-lite gives the replacement character the byte of whatever a code page leaves free.
    if (character === '\ufffd' && name !== 'gb18030') return false;
    if (toPython.has(character) && !toIconv.has(character)) return false;
    const sent = toIconv.get(character) ?? character;
    const bytes = iconv.encode(sent, name);
    // It writes a question mark for what an encoding lacks, so only the way back tells.
    if (iconv.decode(bytes, name) !== sent) return false;
    if (correction.extensions === undefined) return true;
    const isExtension = correction.extensions.test(bytes.toString('latin1'));
    return !isExtension && !/\p{Private_Use}/u.test(character);
  };
  const encode = (text: string, textName = 'the text') => {
    const at = findUnwritable(text, canWrite);
    if (at !== -1) throw unencodableCharacter(text, at, name, textName);
    const bytes = iconv.encode(translate(text, toIconv), name);
    return name === 'euc_jp' ? withShortTilde(bytes) : bytes;
  };
  return { name, decode: bytes => translate(iconv.decode(bytes, name), toPython), encode };
}

interface Correction {
  /** What iconv-lite reads for some bytes, and at the same places what Python reads for them. */
  readonly iconv?: string;
  readonly python?: string;
  /** Python reads as iconv-lite does, and writes its own characters to the same bytes as well. */
  readonly writeOnly?: boolean;
  /** The bytes of characters that iconv-lite has and Python has not, beside private ones. */
  readonly extensions?: RegExp;
}

/** Found by comparing all byte sequences and all characters with CPython 3.11. */
const corrections: Readonly<Record<string, Correction>> = {
  'mac-roman': { iconv: '\u2126¤', python: '\u03a9€' },
  cp1255: { extensions: /^\xca/ },
  cp932: { iconv: '～∥－￠￡￢', python: '〜‖−¢£¬', writeOnly: true },
  shift_jis: {
    iconv: '～∥－￠￡￢',
    python: '〜‖−¢£¬',
    extensions: /^[\x80\x85-\x87\xeb-\xff]/,
  },
  euc_jp: {
    iconv: '～∥－￠￡￢',
    python: '〜‖−¢£¬',
    extensions: /^[\xa9-\xaf\xf5-\xff]|^\x8f[\xee-\xff]/,
  },
  euc_kr: { extensions: /^[\x81-\xa0]|^.[\x41-\xa0]/ },
  gb2312: {
    iconv: '·—',
    python: '・―',
    extensions:
      /^[^\xa1-\xa9\xb0-\xf7]|^.[^\xa1-\xfe]|^\xa2[^\xb1-\xfe]|^\xa6[^\xa1-\xd8]|^\xa8[\xbb-\xc0]/,
  },
  gbk: {
    extensions: /^\x80|^\xa2\xe3|^\xa3\xa0|^\xa8[\xbc\xbf]|^\xa9[\x89-\x95]|^\xfe[\x50-\xa0]/,
  },
  big5: {
    iconv: '‧﹑¯～⊕⊙∕﹨￥￠￡',
    python: '•､‾∼♁☉／＼¥¢£',
    extensions: /^[\x81-\xa0\xc7\xc8\xfa-\xff]|^\xa3[\xc0-\xff]|^\xc6[\xa1-\xff]|^\xf9[\xd6-\xff]/,
  },
};

/** Python writes the wave dash as in JIS X 0208, iconv-lite by the rare tilde of JIS X 0212. */
function withShortTilde(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\x8f\xa2\xb7', '\xa1\xc1'), 'latin1');
}

function pairUp(from = '', to = ''): ReadonlyMap<string, string> {
  const targets = [...to];
  return new Map([...from].map((character, index) => [character, targets[index] ?? '']));
}

function translate(text: string, map: ReadonlyMap<string, string>): string {
  if (map.size === 0) return text;
  const known = new RegExp(`[${[...map.keys()].join('')}]`, 'gu');
  return text.replace(known, character => map.get(character) ?? character);
}

/** The index of the first character that cannot be written, or -1. Asks once for each character. */
function findUnwritable(text: string, canWrite: (character: string) => boolean): number {
  const writable = new Set<string>();
  let index = 0;
  for (const character of text) {
    if (character > '\u007f' && !writable.has(character)) {
      if (!canWrite(character)) return index;
      writable.add(character);
    }
    index += character.length;
  }
  return -1;
}
