import {
  type Log,
  type ReadConfig,
  type Session,
  type Slot,
  type SlotEnv,
  ToolError,
} from './contract.ts';

type Surroundings = Omit<SlotEnv, 'signal'>;

/** Keeps the live things of a process and of each session, and disposes them last made first. */
export class Lifetime implements AsyncDisposable {
  readonly #log: Log;
  readonly #childEnvironment: SlotEnv['childEnvironment'];
  readonly #shared: Shelf;
  readonly #sessions = new Map<string, Shelf>();
  #ended = false;

  constructor(log: Log, childEnvironment: SlotEnv['childEnvironment']) {
    this.#log = log;
    this.#childEnvironment = childEnvironment;
    this.#shared = new Shelf(log);
  }

  /**
   * The session of that id, made on first use. Without an id nothing can live between calls: only
   * process-wide slots work then, the others refuse with a `ToolError`.
   */
  session(id: string | undefined, config: ReadConfig): Session {
    const env = { config, log: this.#log, childEnvironment: this.#childEnvironment };
    // Looked up now: a call that outlives its session must find it ended, not start another.
    const own = id === undefined ? undefined : this.#shelf(id);
    return {
      id: id ?? '',
      get: slot => {
        if (slot.scope === 'process') return this.#shared.get(slot, env);
        return own?.get(slot, env) ?? Promise.reject(new ToolError(noSession(slot.name)));
      },
    };
  }

  #shelf(id: string): Shelf {
    const known = this.#sessions.get(id);
    if (known) return known;
    const made = new Shelf(this.#log);
    this.#sessions.set(id, made);
    if (this.#ended) void made.dispose();
    return made;
  }

  async end(id: string): Promise<void> {
    const shelf = this.#sessions.get(id);
    this.#sessions.delete(id);
    await shelf?.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true;
    await Promise.all([...this.#sessions.keys()].map(id => this.end(id)));
    await this.#shared.dispose();
  }
}

const noSession = (name: string) =>
  `this tool keeps a ${name} between calls, and this connection has no session. ` +
  'Connect with a bearer token, over stdio, or with a client that keeps Mcp-Session-Id.';

class Shelf {
  readonly #things = new Map<string, Promise<object>>();
  readonly #closing = new AbortController();
  readonly #log: Log;
  constructor(log: Log) {
    this.#log = log;
  }

  get<T extends object>(slot: Slot<T>, env: Surroundings): Promise<T> {
    if (this.#closing.signal.aborted)
      return Promise.reject(new ToolError('the session has ended, or the server is shutting down'));
    // Slots are told apart by name, so the promise under a name holds what that slot makes.
    const made = this.#things.get(slot.name) as Promise<T> | undefined;
    if (made) return made;
    const thing = (async () => slot.create({ ...env, signal: this.#closing.signal }))();
    this.#things.set(slot.name, thing);
    thing.catch(() => this.#things.delete(slot.name)); // a failed start may be tried again
    return thing;
  }

  async dispose(): Promise<void> {
    this.#closing.abort();
    for (const [name, made] of [...this.#things].reverse())
      try {
        const thing: Partial<AsyncDisposable & Disposable> = await made.catch(() => ({}));
        await (thing[Symbol.asyncDispose]?.() ?? thing[Symbol.dispose]?.());
      } catch (error) {
        this.#log('error', `could not dispose ${name}`, { error });
      }
    this.#things.clear();
  }
}
