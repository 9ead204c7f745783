import type { Writable } from 'node:stream';

/**
 * Takes stdout for the protocol: from now on `process.stdout` is stderr for everybody else,
 * `console.log` of a dependency or a worker thread included. Call it before anything else loads.
 */
export function claimStdout(): Writable {
  const { stdout } = process;
  Object.defineProperty(process, 'stdout', {
    configurable: true,
    enumerable: true,
    get: () => process.stderr,
  });
  return stdout;
}
