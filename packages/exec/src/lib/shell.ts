import { statSync } from 'node:fs';
import { Mutex, ToolError } from '@std-tools/core';
import { type Children, type Family, type Member, run, type Sandbox } from '@std-tools/kit-process';
import { bashScript, toldFolder } from './bash-script.ts';

export interface CommandOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Most characters of stdout and of stderr. */
  readonly maxCharacters: number;
  /** Folders that stay writable in the sandbox. */
  readonly writable: readonly string[];
  /** Called each second that the command runs, with the last line of its output. */
  onProgress(seconds: number, lastLine: string): void;
}

export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit_code: number;
  readonly timed_out: boolean;
  /** Background processes of the session; absent when there is none. */
  readonly still_running?: readonly Member[];
  /** What the caller should know besides. */
  readonly note?: string;
}

const bash = '/bin/bash';
/** More background processes than any job needs: what left them multiplies, and is ended. */
const mostLeft = 250;
const mostListed = 20;
const mostCommandCharacters = 200;

/**
 * A shell session: each command runs in a new bash that starts where the one before it ended.
 * Commands run one at a time. Background jobs outlive their command, not the session.
 */
export class Shell implements AsyncDisposable {
  readonly #children: Children;
  readonly #sandbox: Sandbox;
  readonly #start: string;
  readonly #queue = new Mutex();
  readonly #family: Family;
  #folder: string;
  #hasJobs = false;

  /** `start`: the folder of the first command. */
  constructor(children: Children, sandbox: Sandbox, start: string) {
    this.#children = children;
    this.#sandbox = sandbox;
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

  async #run(script: string, options: CommandOptions): Promise<CommandResult> {
    const lost = this.#leaveDeletedFolder();
    const { program, args, cwd } = this.#sandbox.confine(
      { program: bash, args: ['-c', script], cwd: this.#folder },
      { writable: options.writable, readable: [] },
    );
    const result = await run(this.#children, program, args, {
      ...options,
      cwd,
      family: this.#family,
    });
    this.#folder = toldFolder(result.tetherText) ?? this.#folder;
    this.#hasJobs ||= result.left.length > 0;
    const jobs = this.#hasJobs ? this.#family.living() : [];
    this.#hasJobs = jobs.length > 0;
    const tooMany = jobs.length > mostLeft;
    if (tooMany) await this.#endJobs();
    const shown = tooMany ? [] : jobs.filter(job => !isSandbox(job, program)).map(shorten);
    const notes = [lost, tooMany && `${jobs.length} ${endedNote}`].filter(Boolean);
    return {
      stdout: result.stdout,
      stderr: result.stderr,
      exit_code: result.exitCode,
      timed_out: result.timedOut,
      ...(shown.length > 0 && { still_running: shown.slice(0, mostListed) }),
      ...(notes.length > 0 && { note: notes.join('. ') }),
    };
  }

  /** Goes back to the first folder when the present one is gone; says so. */
  #leaveDeletedFolder(): string | undefined {
    const lost = this.#folder;
    if (isFolder(lost)) return undefined;
    if (!isFolder(this.#start))
      throw new ToolError(`the folder ${this.#start}, where the server started, does not exist`);
    this.#folder = this.#start;
    return `${lost} no longer exists: this command started in ${this.#start}`;
  }

  async #endJobs(): Promise<void> {
    await this.#family.end();
    this.#hasJobs = false;
  }
}

const endedNote = `background processes were left running, more than ${mostLeft}: all were ended`;

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The processes of bubblewrap itself are nothing that the command started. */
const isSandbox = ({ command }: Member, program: string) =>
  program !== bash && command.startsWith(`${program} `);

const shorten = ({ pid, command }: Member): Member => ({
  pid,
  command: command.slice(0, mostCommandCharacters),
});
