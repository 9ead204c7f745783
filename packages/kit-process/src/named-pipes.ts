import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
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
 * by the names `/dev/stdout` and `/dev/stderr`; these it can. Making them takes a process, so one
 * that has been read to its end is used again. They have no name any more once they are made: each
 * is opened anew through a descriptor that keeps it. Linux only.
 */
export class NamedPipes implements Disposable {
  /** Descriptors that keep the pipes which are not in use. */
  #free: number[] = [];
  #isDisposed = false;

  /** Undefined where no pipe can be made: no room for its name, or no `mkfifo`. */
  async open(): Promise<Pipe | undefined> {
    if (process.platform !== 'linux') return undefined;
    if (this.#free.length === 0) await this.#make().catch(() => {});
    const keeper = this.#free.pop();
    return keeper === undefined ? undefined : this.#openAnew(keeper);
  }

  #openAnew(keeper: number): Pipe {
    const path = `/proc/self/fd/${keeper}`;
    // Not blocking, or the open would wait for a writer; the writer then finds this reader.
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const output = openSync(path, constants.O_WRONLY);
    const input = new Socket({ fd: reader, readable: true, writable: false });
    input.once('close', () => {
      if (this.#isDisposed) closeSync(keeper);
      else this.#free.push(keeper);
    });
    return { input, output, [Symbol.dispose]: () => closeSync(output) };
  }

  async #make(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'std-tools-pipes-'));
    try {
      const paths = ['stdout', 'stderr'].map(name => join(folder, name));
      await promisify(execFile)('mkfifo', ['-m', '600', ...paths]);
      const flags = constants.O_RDONLY | constants.O_NONBLOCK;
      for (const path of paths) this.#free.push(openSync(path, flags));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    for (const keeper of this.#free.splice(0)) closeSync(keeper);
  }
}
