import { readdirSync, readFileSync } from 'node:fs';

/** A process as Linux shows it under `/proc`. */
export interface ProcessEntry {
  readonly pid: number;
  /** The process group. */
  readonly group: number;
  /** When it started, in clock ticks since the boot; with the pid it names one process for good. */
  readonly startTime: string;
  /** `NAME=value` strings it was started with; empty when they may not be read. */
  readonly environment: readonly string[];
}

/** The living processes, zombies left out; none on systems without `/proc`. */
export function processTable(): ProcessEntry[] {
  return pids().flatMap(pid => {
    const stat = read(pid, 'stat');
    // The name in brackets may itself hold brackets and blanks.
    const [state, , group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === undefined || group === undefined || 'ZX'.includes(state)) return [];
    return [
      {
        pid,
        group: Number(group),
        startTime: rest[startTimeAfterGroup] ?? '',
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

/** In proc(5) the group is field 5 and the start time field 22. */
const startTimeAfterGroup = 22 - 6;

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
