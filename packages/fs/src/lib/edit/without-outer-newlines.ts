/** A text without the newlines at its start and end; linear, which `/\n+$/` is not. */
export function withoutOuterNewlines(text: string): string {
  let start = 0;
  while (text[start] === '\n') start += 1;
  let end = text.length;
  while (end > start && text[end - 1] === '\n') end -= 1;
  return text.slice(start, end);
}
