/** The usual name of an encoding that is known by a name or alias of Python, else undefined. */
export function findEncodingName(name: string): string | undefined {
  const key = name.toLowerCase().replace(/[-_\s]/g, '');
  for (const [usual, names] of aliases) if (names.includes(key)) return usual;
  const part = /^(?:iso)?8859(\d+)$/.exec(key)?.[1];
  if (part !== undefined) return isoParts.has(part) ? `iso-8859-${part}` : undefined;
  const page = /^(?:cp|ibm|ms|windows)?(\d+)$/.exec(key)?.[1];
  return page !== undefined && codePages.has(page) ? `cp${page}` : undefined;
}

/** Names without `-`, `_` and spaces, of encodings whose names follow no rule. */
const aliases: readonly (readonly [string, readonly string[]])[] = [
  ['utf-8', ['utf8', 'u8', 'utf', 'cp65001', '65001']],
  ['utf-8-sig', ['utf8sig']],
  ['utf-16', ['utf16', 'u16']],
  ['utf-16-le', ['utf16le', 'unicodelittleunmarked']],
  ['utf-16-be', ['utf16be', 'unicodebigunmarked']],
  ['utf-32', ['utf32', 'u32']],
  ['utf-32-le', ['utf32le']],
  ['utf-32-be', ['utf32be']],
  ['ascii', ['ascii', 'usascii', 'us', '646', 'iso646us', 'cp367', 'ibm367', 'ansix3.41968']],
  ['latin-1', ['latin1', 'latin', 'l1', 'iso88591', '88591', '8859', 'iso8859', 'cp819', 'ibm819']],
  ['iso-8859-2', ['latin2', 'l2']],
  ['iso-8859-3', ['latin3', 'l3']],
  ['iso-8859-4', ['latin4', 'l4']],
  ['iso-8859-5', ['cyrillic']],
  ['iso-8859-6', ['arabic', 'asmo708', 'ecma114']],
  ['iso-8859-7', ['greek', 'greek8', 'ecma118', 'elot928']],
  ['iso-8859-8', ['hebrew']],
  ['iso-8859-9', ['latin5', 'l5']],
  ['iso-8859-10', ['latin6', 'l6']],
  ['iso-8859-11', ['thai']],
  ['iso-8859-13', ['latin7', 'l7']],
  ['iso-8859-14', ['latin8', 'l8', 'isoceltic']],
  ['iso-8859-15', ['latin9', 'l9']],
  ['iso-8859-16', ['latin10', 'l10']],
  ['koi8-r', ['koi8r', 'cskoi8r']],
  ['koi8-u', ['koi8u']],
  ['mac-roman', ['macroman', 'macintosh']],
  ['shift_jis', ['shiftjis', 'sjis', 'csshiftjis']],
  ['cp932', ['mskanji']],
  ['euc_jp', ['eucjp', 'ujis']],
  ['euc_kr', ['euckr', 'korean', 'ksc5601', 'ksc56011987', 'ksx1001']],
  ['cp949', ['uhc']],
  ['gb2312', ['gb2312', 'gb23121980', 'gb231280', 'chinese', 'euccn', 'eucgb2312cn']],
  ['gbk', ['gbk', 'cp936', 'ms936', '936', 'windows936']],
  ['gb18030', ['gb18030', 'gb180302000']],
  ['big5', ['big5', 'big5tw', 'csbig5']],
];

const isoParts = new Set('2 3 4 5 6 7 8 9 10 11 13 14 15 16'.split(' '));

const codePages = new Set(
  (
    '437 720 737 775 850 852 855 856 857 858 860 861 862 863 865 866 869 874 932 949 950 1125 ' +
    '1250 1251 1252 1253 1254 1255 1256 1257 1258'
  ).split(' '),
);
