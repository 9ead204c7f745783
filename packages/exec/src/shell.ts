import { statSync } from 'node:fs';
import { Mutex, ToolError } from '@std-tools/core';
import {
  type Children,
  type Command,
  type Confined,
  type Family,
  type Member,
  run,
} from '@std-tools/kit-process';
import { bash, bashArguments, shownCommand, toldFolder } from './lib/bash-arguments.ts';

export interface CommandOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Most characters of stdout and of stderr. */
  readonly maxCharacters: number;
  /** Puts the command into the sandbox, if there is one; `home` is the first folder. */
  confine(command: Command, home: string): Promise<Confined>;
  /** Called each second that the command runs, with the last line of its output. */
  onProgress(seconds: number, lastLine: string): void;
}

export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit_code: number;
  readonly timed_out: boolean;
  /** Background processes of the session; absent when there is none. */
  readonly still_running?: readonly Partial<Member>[];
  /** What the caller should know besides. */
  readonly note?: string;
}

const mostListed = 20;
const mostCommandCharacters = 200;

/**
 * A shell session: each command runs in a new bash that starts where the one before it ended.
 * Commands run one at a time. Background jobs outlive their command, not the session.
 */
export class Shell implements AsyncDisposable {
  readonly #children: Children;
  readonly #start: string;
  readonly #queue = new Mutex();
  #folder: string;
  /** One for each command that left something running. */
  #jobs: Family[] = [];
  readonly #closing = new AbortController();

  /** `start`: the folder of the first command. */
  constructor(children: Children, start: string) {
    this.#children = children;
    this.#start = start;
    this.#folder = start;
  }

  /** Runs a command after those before it; waiting does not count against its time. */
  run(command: string, options: CommandOptions): Promise<CommandResult> {
    const args = bashArguments(command);
    const signal = AbortSignal.any([options.signal, this.#closing.signal]);
    return this.#queue.run(signal, () => this.#run(args, { ...options, signal }));
  }

  /** Ends all background jobs and goes back to the first folder, which it returns. */
  restart(signal: AbortSignal): Promise<string> {
    return this.#queue.run(signal, async () => {
      await this.#endJobs();
      this.#folder = this.#start;
      return this.#existingFolder();
    });
  }

  /** Ends the command that runs, those that wait and all jobs. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new ToolError('the session has ended, so the command was ended too'));
    await this.#queue.run(new AbortController().signal, () => this.#endJobs());
  }

  async #run(
    args: readonly string[],
    { confine, ...options }: CommandOptions,
  ): Promise<CommandResult> {
    const asked = this.#folder;
    const command = { program: bash, args, cwd: this.#existingFolder() };
    const confined = await confine(command, this.#start);
    const result = await run(this.#children, confined.program, confined.args, {
      ...options,
      cwd: confined.cwd,
      keepsJobs: true,
    });
    const told = toldFolder(result.tetherText);
    this.#folder = told ?? confined.startsIn;
    if (result.jobs) this.#jobs.push(result.jobs);
    const running = this.#running(confined);
    const notes = [
      confined.startsIn !== asked &&
        `${asked} cannot be used any more: this command started in ${confined.startsIn}`,
      told === undefined &&
        !result.timedOut &&
        `the command did not tell its last folder: the next one starts in ${confined.startsIn}`,
      result.leftTooMany && tooMany,
    ].filter(note => note !== false);
    return {
      stdout: result.stdout,
      stderr: result.stderr,
      exit_code: result.exitCode,
      timed_out: result.timedOut,
      ...(running.length > 0 && { still_running: running.slice(0, mostListed) }),
      ...(notes.length > 0 && { note: notes.join('. ') }),
    };
  }

  /** The background processes of the session, the latest first; forgets jobs that have ended. */
  #running(confined: Confined): Partial<Member>[] {
    const living = this.#jobs.map(family => ({ family, members: family.living() }));
    const ended = living.filter(({ members }) => members.length === 0);
    for (const { family } of ended) family[Symbol.dispose]();
    this.#jobs = this.#jobs.filter(family => !ended.some(one => one.family === family));
    return living
      .toReversed()
      .flatMap(({ members }) => members)
      .filter(job => !isSandbox(job, confined))
      .map(job => show(job, confined));
  }

  /** The present folder, the first one when that is gone, or the top of the disk. */
  #existingFolder(): string {
    return [this.#folder, this.#start].find(isFolder) ?? '/';
  }

  async #endJobs(): Promise<void> {
    const jobs = this.#jobs.splice(0);
    await Promise.all(jobs.map(family => family.end()));
    for (const family of jobs) family[Symbol.dispose]();
  }
}

const tooMany = 'the command left too many background processes running: they were killed';

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The processes of bubblewrap itself are nothing that the command started. */
const isSandbox = ({ command }: Member, { program, isSandboxed }: Confined) =>
  isSandboxed && command.startsWith(`${program} `);

/** In the sandbox a process has another number than outside, which would mislead. */
const show = ({ pid, command }: Member, { isSandboxed }: Confined): Partial<Member> => ({
  ...(!isSandboxed && { pid }),
  command: shownCommand(command).slice(0, mostCommandCharacters),
});
