/**
 * Quotes bytes, given as a latin1 string, for a message: UTF-8 is shown as text, invisible
 * characters and undecodable bytes as escapes. Shows at most 120 characters, around byte `focus`.
 */
export function quoteBytes(bytes: string, focus = 0): string {
  const from = focus > lead * 2 ? characterStart(bytes, focus - lead) : 0;
  const section = bytes.slice(from, from + limit * 4);
  const characters = section.match(/[\xc2-\xf4][\x80-\xbf]{1,3}|[^]/g) ?? [];
  const shown = characters.slice(0, limit);
  const to = from + shown.join('').length;
  const text = shown.map(escape).join('');
  return `"${from > 0 ? '…' : ''}${text}${to < bytes.length ? '…' : ''}"`;
}

const limit = 120;
const lead = 40;
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

function characterStart(bytes: string, position: number): number {
  let start = position;
  while (start > position - 3 && /[\x80-\xbf]/.test(bytes.charAt(start))) start -= 1;
  return start;
}

function escape(character: string): string {
  const text = Buffer.from(character, 'latin1').toString('utf8');
  // A real U+FFFD and a byte that only decodes to it must not look the same in a message.
  if (text.includes('\ufffd') && character !== '\xef\xbf\xbd') {
    return character.replace(/[^]/g, byte => `\\x${hex(byte, 2)}`);
  }
  if (!invisible.test(text)) return JSON.stringify(text).slice(1, -1);
  const short = JSON.stringify(text).slice(1, -1);
  return short.length === 2 ? short : text.replace(/[^]/g, unit => `\\u${hex(unit, 4)}`);
}

function hex(unit: string, digits: number): string {
  return unit.charCodeAt(0).toString(16).padStart(digits, '0');
}
