/** Lets one task run at a time, in the order they came. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs the task after those before it; one that is aborted while waiting never runs. */
  async run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const before = this.#last;
    let release = () => {};
    this.#last = new Promise<void>(resolve => {
      release = resolve;
    });
    try {
      await before;
      signal.throwIfAborted();
      return await task();
    } finally {
      release();
    }
  }
}
