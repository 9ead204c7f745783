import { execFile } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

/** An open pipe: what a child writes to `output` is read from `input`. */
export interface Pipe extends Disposable {
  readonly input: Readable;
  /** A file descriptor for the child; disposing the pipe closes it here. */
  readonly output: number;
}

/**
 * Pipes for the output of children. Those that Node makes are sockets, which a command cannot open
 * by the names `/dev/stdout` and `/dev/stderr`; these it can. A pipe that has been read to its end
 * is used again, since making one takes a process.
 */
export class NamedPipes implements Disposable {
  #folder: string | undefined;
  #free: string[] = [];
  #made = 0;

  async open(): Promise<Pipe> {
    const path = this.#free.pop() ?? (await this.#make());
    // Not blocking, or the open would wait for a writer; the writer then finds this reader.
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const output = openSync(path, constants.O_WRONLY);
    const input = new Socket({ fd: reader, readable: true, writable: false });
    input.once('close', () => this.#free.push(path));
    return { input, output, [Symbol.dispose]: () => closeSync(output) };
  }

  async #make(): Promise<string> {
    const folder = (this.#folder ??= mkdtempSync(join(tmpdir(), 'std-tools-pipes-')));
    const paths = [1, 2].map(() => join(folder, String((this.#made += 1))));
    await promisify(execFile)('mkfifo', ['-m', '600', ...paths]);
    const [first = '', ...others] = paths;
    this.#free.push(...others);
    return first;
  }

  [Symbol.dispose](): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
    this.#free = [];
  }
}
