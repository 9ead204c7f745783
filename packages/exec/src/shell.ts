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
import { bashScript, toldFolder } from './lib/bash-script.ts';

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

const bash = '/bin/bash';
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
  readonly #family: Family;
  #folder: string;
  #hasJobs = false;

  /** `start`: the folder of the first command. */
  constructor(children: Children, start: string) {
    this.#children = children;
    this.#start = start;
    this.#folder = start;
    this.#family = children.newFamily();
  }

  /** Runs a command after those before it; waiting does not count against its time. */
  run(command: string, options: CommandOptions): Promise<CommandResult> {
    const script = bashScript(command);
    return this.#queue.run(options.signal, () => this.#run(script, options));
  }

  /** Ends all background jobs and goes back to the first folder, which it returns. */
  restart(signal: AbortSignal): Promise<string> {
    return this.#queue.run(signal, async () => {
      await this.#endJobs();
      this.#folder = this.#start;
      return this.#start;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#endJobs();
    this.#family[Symbol.dispose]();
  }

  async #run(script: string, { confine, ...options }: CommandOptions): Promise<CommandResult> {
    const asked = this.#folder;
    const cwd = this.#existingFolder();
    const command = { program: bash, args: ['-c', script], cwd };
    const confined = await confine(command, this.#start);
    const result = await run(this.#children, confined.program, confined.args, {
      ...options,
      cwd: confined.cwd,
      family: this.#family,
    });
    this.#folder = toldFolder(result.tetherText) ?? confined.startsIn;
    this.#hasJobs ||= result.leavesRunning;
    const jobs = this.#hasJobs ? this.#family.living() : [];
    this.#hasJobs = jobs.length > 0;
    const shown = jobs.filter(job => !isSandbox(job, confined)).map(job => show(job, confined));
    const notes = [
      confined.startsIn !== asked &&
        `${asked} no longer exists: this command started in ${confined.startsIn}`,
      result.leftTooMany && tooMany,
    ].filter(note => note !== false);
    return {
      stdout: result.stdout,
      stderr: result.stderr,
      exit_code: result.exitCode,
      timed_out: result.timedOut,
      ...(shown.length > 0 && { still_running: shown.slice(0, mostListed) }),
      ...(notes.length > 0 && { note: notes.join('. ') }),
    };
  }

  /** The present folder, or the first one when that is gone. */
  #existingFolder(): string {
    const found = [this.#folder, this.#start].find(isFolder);
    if (found !== undefined) return found;
    throw new ToolError(`the folder ${this.#start}, where the server started, does not exist`);
  }

  async #endJobs(): Promise<void> {
    await this.#family.end();
    this.#hasJobs = false;
  }
}

const tooMany = 'too many background processes were left running: all of this session were killed';

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
  command: command.slice(0, mostCommandCharacters),
});
