import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

const newline = 10;

/**
 * One JSON-RPC message a line over two streams. It takes time linear in a message's size, however
 * many chunks it comes in, and leaves the check of a message's inside to the protocol layer, which
 * does it anyway. A line that is no message is answered as JSON-RPC wants; one over `maxBytes` ends
 * the connection.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #length = 0;
  #closed = false;

  constructor(input: Readable, output: Writable, maxBytes: number) {
    this.#input = input;
    this.#output = output;
    this.#maxBytes = maxBytes;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#read).once('end', this.#end).once('error', this.#fail);
    this.#output.once('error', this.#fail);
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise(sent => {
      if (this.#closed || this.#output.write(`${JSON.stringify(message)}\n`)) sent();
      else this.#output.once('drain', sent);
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.off('data', this.#read).pause();
    this.#parts = [];
    this.onclose?.();
  }

  readonly #end = () => void this.close();
  readonly #fail = (error: Error) => {
    this.onerror?.(error);
    void this.close();
  };

  readonly #read = (chunk: Buffer): void => {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#parts.push(chunk.subarray(start, end));
      const line = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
      this.#parts = [];
      this.#length = 0;
      start = end + 1;
      if (line) this.#receive(line.toString());
      if (this.#closed) return;
    }
    if (start === chunk.length) return;
    this.#parts.push(chunk.subarray(start));
    this.#length += chunk.length - start;
    if (this.#length > this.#maxBytes)
      this.#fail(new Error(`a message has more than ${this.#maxBytes} bytes`));
  };

  #receive(line: string): void {
    if (line.trim() === '') return;
    try {
      const message: unknown = JSON.parse(line);
      if (isMessage(message)) this.onmessage?.(message);
      else this.#refuse(-32_600, 'not a JSON-RPC 2.0 message (batches are not supported)');
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#refuse(-32_700, 'not JSON');
    }
  }

  #refuse(code: number, message: string): void {
    this.onerror?.(new Error(`refused a line: ${message}`));
    this.#output.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`,
    );
  }
}

/** A request, notification or reply by its outline. */
function isMessage(value: unknown): value is JSONRPCMessage {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (!('jsonrpc' in value) || value.jsonrpc !== '2.0') return false;
  const hasId = 'id' in value && (typeof value.id === 'string' || Number.isInteger(value.id));
  if ('method' in value) return typeof value.method === 'string' && (hasId || !('id' in value));
  return hasId && ('result' in value || 'error' in value);
}
