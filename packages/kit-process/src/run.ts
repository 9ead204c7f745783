import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { Capture } from './capture.ts';
import { cameWithin } from './came-within.ts';
import type { Children } from './children.ts';
import { type Family, isGroupAlive } from './family.ts';

export interface RunOptions {
  readonly cwd: string;
  /** Ends the program and all that it started; `run` then rejects with the signal's reason. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Most characters kept of each of stdout and stderr; the middle is left out. */
  readonly maxCharacters: number;
  /** Added to the environment of the children. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * True: what the program leaves running lives on, its output going nowhere, and is in the result.
   * Default: all that the program started ends with it.
   */
  readonly keepsJobs?: boolean;
  /** Called each second with the seconds gone by and the last line of output. */
  onProgress?(seconds: number, lastLine: string): void;
}

export interface RunResult {
  readonly stdout: string;
  readonly stderr: string;
  /** As Python has it: minus the number of the signal that ended the program; -1 when late. */
  readonly exitCode: number;
  readonly timedOut: boolean;
  /** What was written to file descriptor `tetherFd`. */
  readonly tetherText: string;
  /** What the program left running, for the caller to end and dispose. */
  readonly jobs?: Family;
  /** More was left running than any job needs, which multiplies: it was killed. */
  readonly leftTooMany: boolean;
}

const longestTimeoutMs = 2 ** 31 - 1; // a longer one would fire at once
const progressMs = 1000;
/** Milliseconds that a background job can hold up the reply by keeping the output open. */
const outputGraceMs = 200;
/** Milliseconds until a killed program that the system does not let go is given up. */
const giveUpMs = 1000;
const mostTetherCharacters = 8192;
const mostLeft = 250;

/**
 * Runs a program to its end or its deadline, with stdin closed. At the deadline all that it started
 * gets SIGTERM, half a second later SIGKILL. Rejects with the system's error when the program
 * cannot be started, and with the signal's reason when that is aborted.
 */
export async function run(
  children: Children,
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<RunResult> {
  const { cwd, signal, maxCharacters, keepsJobs = false } = options;
  signal.throwIfAborted();
  const family = children.newFamily();
  let jobs: Family | undefined;
  let isOver = false;
  const environment = { ...options.env, ...family.environment };
  const { child, exited, ...streams } = await children
    .launch(program, args, { cwd, environment, signal })
    .catch((error: unknown) => {
      family[Symbol.dispose]();
      throw error;
    });
  let latest: Capture | undefined;
  const stdout = new Capture(streams.stdout, maxCharacters, () => (latest = stdout));
  const stderr = new Capture(streams.stderr, maxCharacters, () => (latest = stderr));
  const tether = new Capture(streams.tether, mostTetherCharacters);
  const stopProgress = report(options, () => latest?.lastLine ?? '');
  try {
    const inTime = await cameWithin(exited, Math.min(options.timeoutMs, longestTimeoutMs), signal);
    if (!inTime) {
      await family.end(child.pid);
      await cameWithin(exited, giveUpMs);
    }
    await cameWithin(Promise.all([stdout.ended, stderr.ended]), outputGraceMs);
    await new Promise(setImmediate); // the tether ends in the same moment as the program
    const mayRun = inTime && (tether.isOpen || isGroupAlive(child.pid));
    if (mayRun && !keepsJobs) await family.end(child.pid);
    signal.throwIfAborted();
    const left = mayRun && keepsJobs ? family.count(child.pid) : 0;
    const leftTooMany = left > mostLeft;
    if (left > 0 && !leftTooMany) jobs = family;
    isOver = inTime && !mayRun;
    return {
      stdout: stdout.finish(),
      stderr: stderr.finish(),
      exitCode: inTime ? exitCode(child) : -1,
      timedOut: !inTime,
      tetherText: tether.finish(),
      ...(jobs && { jobs }),
      leftTooMany,
    };
  } finally {
    stopProgress();
    for (const capture of [stdout, stderr, tether]) capture.finish();
    if (isOver) family.forget();
    else if (!jobs) family[Symbol.dispose]();
  }
}

function report({ onProgress }: RunOptions, lastLine: () => string): () => void {
  if (!onProgress) return () => {};
  const began = Date.now();
  const timer = setInterval(
    () => onProgress(Math.round((Date.now() - began) / 1000), lastLine()),
    progressMs,
  );
  return () => clearInterval(timer);
}

const exitCode = ({ exitCode: code, signalCode }: ChildProcess): number =>
  code ?? -(signalCode ? constants.signals[signalCode] : 1);
