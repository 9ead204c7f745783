import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const graceMs = 2000;

/** The temporary folders and the child processes of one run; `close` leaves nothing of them. */
export function createWorkspace() {
  const folders = new Set();
  const children = new Set();
  let isClosed = false;

  const remove = folder => {
    rmSync(folder, { recursive: true, force: true });
    folders.delete(folder);
  };
  const kill = () => {
    for (const child of children) child.kill('SIGKILL');
  };

  // For an end that nobody waits for, such as a closed stdout.
  process.once('exit', () => {
    kill();
    for (const folder of folders) remove(folder);
  });

  // After a signal a bench is still in the middle of its work: it must not make anything new.
  const checkOpen = () => {
    if (isClosed) throw new Error('the run has ended');
  };

  return {
    get isClosed() {
      return isClosed;
    },

    /** A new empty folder; its path has no symbolic link in it. */
    folder(name) {
      checkOpen();
      const folder = mkdtempSync(join(realpathSync(tmpdir()), `std-tools-bench-${name}-`));
      folders.add(folder);
      return folder;
    },

    remove,

    /** Starts a child that does not outlive the run. */
    spawn(command, args, options) {
      checkOpen();
      const child = spawn(command, args, options);
      children.add(child);
      child.once('error', () => children.delete(child));
      child.once('exit', () => children.delete(child));
      return child;
    },

    async close() {
      isClosed = true;
      const ends = [...children].map(child => new Promise(done => child.once('exit', done)));
      // A server that is asked, not killed, also ends the children that it has itself.
      for (const child of children) child.kill('SIGTERM');
      const timer = setTimeout(kill, graceMs);
      await Promise.all(ends);
      clearTimeout(timer);
      for (const folder of folders) remove(folder);
    },
  };
}
