/** A text cut to a number of characters. */
export interface CutText {
  readonly text: string;
  readonly isCut: boolean;
}

/** Cuts a text to at most `most` characters (code points), never inside one. */
export function cutText(text: string, most: number): CutText {
  // A code point takes one or two code units, so short texts need no count to be kept whole.
  if (text.length <= most) return { text, isCut: false };
  let end = 0;
  for (let characters = 0; end < text.length && characters < most; characters += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return { text: text.slice(0, end), isCut: end < text.length };
}
