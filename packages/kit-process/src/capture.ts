import type { Readable } from 'node:stream';
import { CappedText } from './capped-text.ts';

/** What comes out of a stream, bounded. */
export class Capture {
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
  isOpen = true;
  readonly #stream: Readable;
  readonly #text: CappedText;
  readonly #add: (chunk: Buffer) => void;

  /** `onData` is called whenever something came. */
  constructor(stream: Readable, mostCharacters: number, onData?: () => void) {
    this.#stream = stream;
    this.#text = new CappedText(mostCharacters);
    this.#add = chunk => {
      this.#text.add(chunk);
      onData?.();
    };
    stream.on('data', this.#add).on('error', () => {}); // an error ends it, which is enough
    this.ended = new Promise(resolve => {
      stream.once('close', () => {
        this.isOpen = false;
        resolve();
      });
    });
  }

  get lastLine(): string {
    return this.#text.lastLine;
  }

  /**
   * The text so far. From now on the rest is read and dropped: were the stream closed instead, what
   * still writes to it would be killed by SIGPIPE.
   */
  finish(): string {
    this.#stream.off('data', this.#add).resume();
    return this.#text.finish();
  }
}
