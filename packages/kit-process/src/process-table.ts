import { readdirSync, readFileSync } from 'node:fs';

/** A process as Linux shows it under `/proc`. */
export interface ProcessEntry {
  readonly pid: number;
  /** The process group. */
  readonly group: number;
  /** The session, which holds one group or more. */
  readonly session: number;
  /** `NAME=value` strings it was started with; empty when they may not be read. */
  readonly environment: readonly string[];
}

/** The living processes, zombies left out; none on systems without `/proc`. */
export function processTable(): ProcessEntry[] {
  return pids().flatMap(pid => {
    const stat = read(pid, 'stat');
    // The name in brackets may itself hold brackets and blanks.
    const [state, , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === undefined || session === undefined || 'ZX'.includes(state)) return [];
    return [
      {
        pid,
        group: Number(group),
        session: Number(session),
        environment: read(pid, 'environ').split('\0'),
      },
    ];
  });
}

/** How many processes there are, roughly; 0 on systems without `/proc`. */
export const processCount = (): number => pids().length;

/** The command line of a process, its arguments joined by blanks; empty when it is gone. */
export const commandLine = (pid: number): string =>
  read(pid, 'cmdline').split('\0').join(' ').trim();

function pids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // it has ended, or belongs to somebody else
  }
}
