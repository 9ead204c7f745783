import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine, type ProcessEntry, processTable } from './process-table.ts';

/** A variable that everything a child starts inherits, and by which it is found again. */
const variable = 'STD_TOOLS_FAMILY';

const graceMs = 500;
const pollMs = 20;
const patienceMs = 5000;

/** A living process of a family. */
export interface Member {
  readonly pid: number;
  /** The command line. */
  readonly command: string;
}

/**
 * All processes that descend from a child: those in its session, which it leads, and those that
 * left it with `setsid`, with their sessions; these are known by an inherited environment variable.
 * Who clears its environment and leaves its session in one step is lost; a PID namespace (the
 * sandbox) keeps those too. Needs `/proc`: elsewhere only the child's group is known.
 */
export class Family implements Disposable {
  readonly #mark = `${variable}=${randomUUID()}`;
  readonly #forget: () => void;
  /**
   * Sessions that had a member at the last look. The system gives the number of an empty one out
   * again some day, so a session without members is forgotten.
   */
  #sessions: ReadonlySet<number> = new Set();

  constructor(forget: () => void = () => {}) {
    this.#forget = forget;
  }

  /** To be added to the environment of each child. */
  get environment(): Record<string, string> {
    return { [variable]: this.#mark.slice(variable.length + 1) };
  }

  /** The living members. */
  living(): Member[] {
    return this.#find().map(({ pid }) => ({ pid, command: commandLine(pid) }));
  }

  /** How many live; `group` is the process group of a child that is running or just ended. */
  count(group?: number): number {
    return this.#find(group).length;
  }

  /**
   * Ends all: SIGTERM, half a second later SIGKILL. Resolves when nothing lives any more, or after
   * some seconds of killing what the system does not let go.
   */
  async end(group?: number): Promise<void> {
    this.#signal('SIGTERM', group);
    const isAlive = () => this.#isAlive(group);
    if (!(await isOverWithin(graceMs, isAlive))) {
      this.#signal('SIGKILL', group);
      await isOverWithin(patienceMs, () => isAlive() && this.#signal('SIGKILL', group));
    }
  }

  /** Kills all at once. */
  kill(): void {
    const until = performance.now() + patienceMs;
    while (this.#signal('SIGKILL') && performance.now() < until);
  }

  /** Nothing of it lives any more: it need not be watched. */
  forget(): void {
    this.#forget();
  }

  /** Kills all at once and forgets them. */
  [Symbol.dispose](): void {
    this.kill();
    this.#forget();
  }

  /**
   * Signals whole groups, which the system does in one step: one by one, members that multiply
   * would outrun it. A group that has a member belongs to the family, since a child starts in one
   * of its own. Tells whether there was one.
   */
  #signal(name: 'SIGTERM' | 'SIGKILL', group?: number): boolean {
    if (group !== undefined) signalGroup(group, name); // known without a look, which takes time
    const groups = new Set(this.#find(group).map(one => one.group));
    for (const one of groups) signalGroup(one, name);
    return groups.size > 0;
  }

  #isAlive(group?: number): boolean {
    return process.platform === 'linux' ? this.#find(group).length > 0 : isGroupAlive(group);
  }

  /** A child leads its group and its session, so `group` is the number of both. */
  #find(group?: number): ProcessEntry[] {
    const found = processTable().filter(
      ({ environment, session }) =>
        session === group || this.#sessions.has(session) || environment.includes(this.#mark),
    );
    this.#sessions = new Set(found.map(one => one.session));
    return found;
  }
}

/** True while a process of that group lives, or nobody has asked for its exit code. */
export const isGroupAlive = (group: number | undefined): boolean =>
  group !== undefined && signalGroup(group, 0);

/** Asks again and again, at most that long by the clock, since an answer may take its time. */
async function isOverWithin(ms: number, goesOn: () => boolean): Promise<boolean> {
  const until = performance.now() + ms;
  while (goesOn()) {
    if (performance.now() >= until) return false;
    await sleep(pollMs);
  }
  return true;
}

/** Tells whether there was something to send the signal to. */
function signalGroup(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, name);
  } catch {
    return false;
  }
}
