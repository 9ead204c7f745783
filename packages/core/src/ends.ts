import { write } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { Log } from './contract.ts';

const exitDeadlineMs = 1500;
const probeEveryMs = 500;

/**
 * Ends the process once, on SIGTERM, SIGINT, SIGHUP, the end of stdin or a stdout that nobody reads
 * (the last two only with `stdout`): runs `dispose`, then exits. Whatever hangs is cut off after
 * 1.5 s. A promise that somebody left rejected is logged and ends nothing.
 */
export function endWith(dispose: () => Promise<void>, log: Log, stdout?: Writable): void {
  process.on('unhandledRejection', error => log('error', 'a promise was left rejected', { error }));
  let ending = false;
  const end = (code: number) => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(code), exitDeadlineMs);
    dispose()
      .catch(error => process.stderr.write(`${error}\n`))
      .finally(() => process.exit(code));
  };
  process
    .on('SIGTERM', () => end(143))
    .on('SIGINT', () => end(130))
    .on('SIGHUP', () => end(129)); // children are in groups of their own and would not get it
  if (!stdout) return;
  stdout.on('error', () => end(0));
  process.stdin.once('end', () => end(0)).once('close', () => end(0));
  void whenNobodyReads(1, () => end(0));
}

/**
 * Most clients give a socket as stdout. Writing nothing to it changes nothing while it is open and
 * fails once the other side is closed, so the end is noticed without having something to say. A
 * plain pipe cannot be asked; there the next message notices.
 */
async function whenNobodyReads(fd: number, gone: () => void): Promise<void> {
  // Not fstat: on Node 20 it and the module loader share one buffer, and after the stat of a socket
  // the loader takes the next path for a socket and leaves its symbolic links in, which breaks
  // imports in pnpm's layout. The promise API has a buffer of its own.
  const stats = await stat(`/dev/fd/${fd}`).catch(() => undefined);
  if (!stats?.isSocket()) return;
  const timer = setInterval(
    () =>
      write(fd, new Uint8Array(), error => {
        if (error?.code !== 'EPIPE' && error?.code !== 'ECONNRESET') return;
        clearInterval(timer);
        gone();
      }),
    probeEveryMs,
  );
  timer.unref();
}
