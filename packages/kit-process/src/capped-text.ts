import { StringDecoder } from 'node:string_decoder';

const lastLineCharacters = 200;

/**
 * Collects output and keeps at most a number of characters (code points): the first half and the
 * last. What is in between is counted and dropped at once, so memory does not grow with it.
 */
export class CappedText {
  readonly #decoder = new StringDecoder('utf8');
  readonly #half: number;
  #head = '';
  #headLeft: number;
  #tail = '';
  #dropped = 0;

  /** `most`: characters kept, at least 1. */
  constructor(most: number) {
    this.#half = Math.floor(most / 2);
    this.#headLeft = most - this.#half;
  }

  add(chunk: Buffer): void {
    this.#append(this.#decoder.write(chunk));
  }

  /** The output has ended: its text, with a line in the place of what was dropped. */
  finish(): string {
    this.#append(this.#decoder.end());
    this.#shorten();
    if (this.#dropped === 0) return this.#head + this.#tail;
    return `${this.#head}\n[... ${this.#dropped} characters left out ...]\n${this.#tail}`;
  }

  /** The last line so far that is not blank, cut to 200 characters. */
  get lastLine(): string {
    const end = (this.#tail || this.#head).slice(-4 * lastLineCharacters);
    const line = end.split(/[\r\n]+/).findLast(one => one.trim() !== '') ?? '';
    return line.trim().slice(0, lastLineCharacters);
  }

  #append(text: string): void {
    let at = 0;
    for (; at < text.length && this.#headLeft > 0; this.#headLeft -= 1) at += width(text, at);
    this.#head += text.slice(0, at);
    this.#tail += text.slice(at);
    // Cutting a little at a time would copy the tail for every chunk.
    if (this.#tail.length > 4 * this.#half + 65_536) this.#shorten();
  }

  /** Keeps the last characters of the tail. */
  #shorten(): void {
    let start = this.#tail.length;
    for (let kept = 0; start > 0 && kept < this.#half; kept += 1)
      start -= start > 1 && isPair(this.#tail, start - 2) ? 2 : 1;
    for (let at = 0; at < start; at += width(this.#tail, at)) this.#dropped += 1;
    this.#tail = this.#tail.slice(start);
  }
}

const width = (text: string, at: number) => (isPair(text, at) ? 2 : 1);
const isPair = (text: string, at: number) => (text.codePointAt(at) ?? 0) > 0xffff;
