import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Slot, SlotEnv } from '@std-tools/core';
import { Family } from './family.ts';
import { MultiplicationGuard } from './multiplication-guard.ts';
import { NamedPipes } from './named-pipes.ts';

export interface ChildOptions {
  /** Ends the child and its group when aborted. */
  readonly signal: AbortSignal;
  readonly cwd?: string;
}
export type Child = ChildProcessByStdio<null, Readable, Readable>;

export interface LaunchOptions {
  readonly cwd: string;
  /** Added to the environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Aborted: no child is started. Later it is of no concern here. */
  readonly signal: AbortSignal;
}
export interface Launched {
  readonly child: ChildProcess;
  /** Resolves at the exit; rejects when the child cannot be started. */
  readonly exited: Promise<unknown>;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Open as long as the child, or something that it started, keeps descriptor `tetherFd` open. */
  readonly tether: Readable;
}

/** High, so that the numbers that scripts like to use stay free. */
export const tetherFd = 19;
const unused = Array<'ignore'>(tetherFd - 3).fill('ignore');

/**
 * The child processes of a host. Each runs in a group of its own with stdin closed, and dies, with
 * its group, when its call is cancelled, when the host ends, and when this process exits.
 */
export class Children implements Disposable {
  readonly #pipes = new NamedPipes();
  readonly #running = new Set<ChildProcess>();
  readonly #families = new Set<Family>();
  readonly #guard = new MultiplicationGuard(this.#families);
  readonly #environment: SlotEnv['childEnvironment'];
  readonly #endAll = () => {
    for (const child of this.#running) endGroup(child);
    for (const family of this.#families) family[Symbol.dispose]();
    this.#guard[Symbol.dispose]();
    this.#pipes[Symbol.dispose]();
  };

  constructor(environment: SlotEnv['childEnvironment']) {
    this.#environment = environment;
    // process.exit() leaves children alive, so this list is the last word.
    process.on('exit', this.#endAll);
  }

  /** Starts a child whose output is read by the caller. */
  spawn(command: string, args: readonly string[], { signal, ...options }: ChildOptions): Child {
    signal.throwIfAborted();
    const child = spawn(command, args, {
      ...options,
      ...ownGroup,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const end = () => endGroup(child);
    signal.addEventListener('abort', end);
    // Not at its exit: what it started may live on, with its end of the pipes.
    this.#keep(child, 'close').finally(() => signal.removeEventListener('abort', end));
    return child;
  }

  /** Starts a child whose output goes to pipes that it can open by name, and that has a tether. */
  async launch(
    command: string,
    args: readonly string[],
    { cwd, environment, signal }: LaunchOptions,
  ): Promise<Launched> {
    using stdout = await this.#pipes.open();
    using stderr = await this.#pipes.open();
    signal.throwIfAborted();
    const child = spawn(command, args, {
      ...ownGroup,
      cwd,
      env: { ...this.#environment, ...environment },
      stdio: ['ignore', stdout?.output ?? 'pipe', stderr?.output ?? 'pipe', ...unused, 'pipe'],
    });
    void this.#keep(child, 'exit');
    this.#guard.watch();
    const stdio: readonly unknown[] = child.stdio; // its type knows five descriptors only
    return {
      child,
      exited: once(child, 'exit'),
      stdout: stdout?.input ?? (stdio[1] as Readable),
      stderr: stderr?.input ?? (stdio[2] as Readable),
      tether: stdio[tetherFd] as Readable,
    };
  }

  /** A new family, which dies at the latest with this process. */
  newFamily(): Family {
    const family: Family = new Family(() => this.#families.delete(family));
    this.#families.add(family);
    return family;
  }

  [Symbol.dispose](): void {
    this.#endAll();
    process.off('exit', this.#endAll);
  }

  /** Keeps a child on the list until that event, or until it turns out that it cannot start. */
  #keep(child: ChildProcess, until: 'exit' | 'close'): Promise<void> {
    this.#running.add(child);
    return new Promise(resolve => {
      const forget = () => {
        this.#running.delete(child);
        resolve();
      };
      child.once('error', forget).once(until, forget);
    });
  }
}

/** One list for all servers of a host. */
export const childrenSlot: Slot<Children> = {
  name: 'child processes',
  scope: 'process',
  create: ({ childEnvironment }) => new Children(childEnvironment),
};

/** Kills a child and everything it started in its group. */
export function endGroup(child: Pick<ChildProcess, 'pid' | 'kill'>): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') child.kill('SIGKILL');
  else
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL'); // the group is gone, or not made yet
    }
}

const ownGroup = {
  detached: process.platform !== 'win32', // a group of its own; on Windows a console window
  windowsHide: true,
};
