import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** System calls that change a file or a folder, or make a change last. */
const changingCalls = `write pwrite64 writev pwritev pwritev2 copy_file_range sendfile
  truncate ftruncate fallocate fsync fdatasync rename renameat renameat2 link linkat
  unlink unlinkat mkdir mkdirat rmdir utimensat chmod fchmod fchmodat chown fchown fchownat`.split(
  /\s+/,
);
const tracedCalls = ['openat', ...changingCalls];

/** With one file thread, strace's count of calls, which is kept by thread, is the same each run. */
export const oneFileThread = { UV_THREADPOOL_SIZE: '1', UV_USE_IO_URING: '0' };

/**
 * Lists the system calls by which a tool call changes the folder: name, and which call of that
 * name of its thread it is, from 1.
 */
export async function listKillPoints(workspace, { pid, folder, call }) {
  const threads = await trace(workspace, { pid, call });
  return threads.flatMap(lines => {
    const counts = new Map();
    return lines.flatMap(line => {
      const name = nameOf(line);
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return changes(line, folder) ? [{ name, count }] : [];
    });
  });
}

/** Kills the process as it enters that system call; tells whether this hit a call on the folder. */
export async function killAt(workspace, { pid, folder, call, point: { name, count } }) {
  const inject = `inject=${name}:signal=SIGKILL:when=${count}`;
  const threads = await trace(workspace, { pid, call, options: ['-e', inject] });
  return threads.some(lines => {
    const last = lines.at(-1);
    return (
      last !== undefined && isUnfinished(last) && nameOf(last) === name && changes(last, folder)
    );
  });
}

/** Runs a call while strace is attached; the system calls of each thread, one a line. */
async function trace(workspace, { pid, call, options = [] }) {
  const log = workspace.folder('strace');
  // A call that this kind of processor does not have is no error: hence the question marks.
  const traced = `trace=${tracedCalls.map(name => `?${name}`).join(',')}`;
  const perThread = ['-f', '-ff', '-o', join(log, 'thread'), '-p', String(pid)];
  const strace = workspace.spawn(
    'strace',
    [...perThread, '-y', '-s', '0', '-e', traced, ...options],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise(done => strace.once('exit', done));
  await attached(strace);
  await call();
  strace.kill('SIGINT'); // detaches; after a kill strace has gone with the process
  await ended;
  const threads = readdirSync(log).map(file =>
    readFileSync(join(log, file), 'utf8')
      .split('\n')
      .filter(line => nameOf(line) !== undefined),
  );
  workspace.remove(log);
  return threads;
}

function attached(strace) {
  let text = '';
  return new Promise((done, failed) => {
    strace.once('error', failed);
    strace.once('exit', () => failed(new Error(`strace ended: ${text}`)));
    strace.stderr.setEncoding('utf8').on('data', more => {
      text += more;
      if (/ attached\b/.test(text)) done();
    });
  });
}

const nameOf = line => /^(\w+)\(/.exec(line)?.[1];

const isUnfinished = line => line.endsWith('= ?');

function changes(line, folder) {
  if (!line.includes(folder)) return false;
  return nameOf(line) !== 'openat' || /\bO_(?:TRUNC|CREAT)\b/.test(line);
}
