import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine, type ProcessEntry, processTable } from './process-table.ts';

/** A variable that everything a child starts inherits, and by which it is found again. */
const variable = 'STD_TOOLS_FAMILY';

const graceMs = 500;
const pollMs = 20;
const mostKillRounds = 50;

/** A living process of a family. */
export interface Member {
  readonly pid: number;
  /** The command line. */
  readonly command: string;
}

/**
 * All processes that descend from some children, also those that left the child's group with
 * `setsid`: they are known by an inherited environment variable. Who clears its environment and
 * leaves the group in one step is lost; a PID namespace (the sandbox) keeps those too. Needs
 * `/proc`: elsewhere only the group is known.
 */
export class Family implements Disposable {
  readonly #mark = `${variable}=${randomUUID()}`;
  readonly #forget: () => void;
  /** Members without the mark, by pid, with their start times. */
  #unmarked = new Map<number, string>();

  constructor(forget: () => void = () => {}) {
    this.#forget = forget;
  }

  /** To be added to the environment of each child. */
  get environment(): Record<string, string> {
    return { [variable]: this.#mark.slice(variable.length + 1) };
  }

  /** The living members; `group` is the process group of a child that is running or just ended. */
  living(group?: number): Member[] {
    return this.#find(group).map(({ pid }) => ({ pid, command: commandLine(pid) }));
  }

  /** Ends all: SIGTERM, half a second later SIGKILL. Resolves when nothing lives any more. */
  async end(group?: number): Promise<void> {
    this.#signal('SIGTERM', group);
    for (let waited = 0; waited < graceMs && this.#isAlive(group); waited += pollMs)
      await sleep(pollMs);
    for (let round = 0; round < mostKillRounds && this.#isAlive(group); round += 1) {
      this.#signal('SIGKILL', group);
      await sleep(pollMs);
    }
  }

  /** Kills all at once and forgets them. */
  [Symbol.dispose](): void {
    for (let round = 0; round < mostKillRounds && this.#find().length > 0; round += 1)
      this.#signal('SIGKILL');
    this.#forget();
  }

  #signal(name: 'SIGTERM' | 'SIGKILL', group?: number): void {
    if (group !== undefined) signal(-group, name);
    for (const { pid } of this.#find(group)) signal(pid, name);
  }

  #isAlive(group?: number): boolean {
    if (process.platform === 'linux') return this.#find(group).length > 0;
    return group !== undefined && signal(-group, 0);
  }

  #find(group?: number): ProcessEntry[] {
    const isMarked = ({ environment }: ProcessEntry) => environment.includes(this.#mark);
    const found = processTable().filter(
      one => isMarked(one) || one.group === group || this.#unmarked.get(one.pid) === one.startTime,
    );
    // A pid is given out again some day, so a process is remembered with its start time.
    const unmarked = found.filter(one => !isMarked(one));
    this.#unmarked = new Map(unmarked.map(({ pid, startTime }) => [pid, startTime]));
    return found;
  }
}

/** Tells whether there was something to send the signal to. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
