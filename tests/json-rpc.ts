import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Launcher } from './launcher.ts';

/** A message as it stood on a line of stdout. */
export type Message = Readonly<Record<string, unknown>>;

/** Speaks the 2025 protocol with a launcher line by line, and keeps every line that came. */
export class JsonRpc {
  readonly lines: string[] = [];
  readonly #waiting = new Map<unknown, (message: Message) => void>();
  readonly #launcher: Launcher;
  readonly #ended: Promise<unknown>;
  #lastId = 0;

  constructor(launcher: Launcher) {
    this.#launcher = launcher;
    this.#ended = once(launcher, 'exit');
    launcher.stdin.on('error', () => {}); // what is asked of an ended launcher fails below
    createInterface(launcher.stdout).on('line', line => {
      this.lines.push(line);
      const message = parsed(line);
      this.#waiting.get(message['id'])?.(message);
    });
  }

  /** Does the handshake; gives the answer to `initialize`. */
  async initialize(): Promise<Message> {
    const answer = await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '0' },
    });
    this.send({ method: 'notifications/initialized' });
    return answer;
  }

  /** The answer to a request; fails when the launcher ends without one. */
  request(method: string, params: object = {}): Promise<Message> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.send({ id, method, params });
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, resolve);
      void this.#ended.then(() => reject(new Error(`the launcher ended during ${method}`)));
    });
  }

  /** The text of the first block that a tool answers. */
  async call(name: string, args: object = {}): Promise<string> {
    const answer = await this.request('tools/call', { name, arguments: args });
    const result = answer['result'] as { content: readonly { text: string }[] } | undefined;
    return result?.content[0]?.text ?? JSON.stringify(answer['error']);
  }

  send(message: Message): void {
    this.#launcher.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}

/** A line that is no message stays among the lines, where the tests look for it. */
function parsed(line: string): Message {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}
