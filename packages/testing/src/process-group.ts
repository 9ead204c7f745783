import { execFileSync } from 'node:child_process';

/** The living processes of a group, as `pid command`; zombies, which nobody reaped, do not count. */
export function processGroup(group: number): string[] {
  const table = execFileSync('ps', ['-e', '-o', 'pgid=,stat=,pid=,args='], { encoding: 'utf8' });
  return table.split('\n').flatMap(line => {
    const [, pgid, state, rest] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return Number(pgid) === group && !state?.startsWith('Z') && rest ? [rest] : [];
  });
}
