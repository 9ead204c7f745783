/** A text cut to a number of characters, and how many it had. */
export interface CutText {
  readonly text: string;
  readonly totalCharacters: number;
  readonly isCut: boolean;
}

/** Cuts a text to at most `most` characters (code points), never inside one. */
export function cutText(text: string, most: number): CutText {
  // A code point takes one or two code units, so short texts need no count to be kept whole.
  if (text.length <= most) return { text, totalCharacters: countCharacters(text), isCut: false };
  let end = 0;
  let characters = 0;
  for (; end < text.length && characters < most; characters += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  const rest = countCharacters(text.slice(end));
  return { text: text.slice(0, end), totalCharacters: characters + rest, isCut: rest > 0 };
}

/** Code points of a text. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1)
    if (isHigh(text.charCodeAt(index)) && isLow(text.charCodeAt(index + 1))) {
      count -= 1;
      index += 1;
    }
  return count;
}

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
