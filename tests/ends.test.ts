import { once } from 'node:events';
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processGroup, testFolder } from '@std-tools/testing';
import { afterAll, expect, it, vi } from 'vitest';
import { JsonRpc } from './json-rpc.ts';
import { type Launcher, probePlugin, startLauncher } from './launcher.ts';

const endsOfEachWay = 20;
const atOnce = 4;
const deadlineMs = 2000;

const ways: Readonly<Record<string, (busy: Busy) => void>> = {
  'the end of stdin': ({ launcher }) => void launcher.stdin.end(),
  SIGTERM: ({ launcher }) => void launcher.kill('SIGTERM'),
  SIGINT: ({ launcher }) => void launcher.kill('SIGINT'),
  SIGHUP: ({ launcher }) => void launcher.kill('SIGHUP'),
  'a closed stdout': ({ launcher }) => void launcher.stdout.destroy(),
};

const folder = await testFolder();
afterAll(() => folder[Symbol.asyncDispose]());

/** Stands for ripgrep in a search that never ends; it starts a child of its own. */
const ripgrep = join(folder.path, 'rg');
await writeFile(ripgrep, '#!/bin/sh\necho $$ > "$PID_FILE"\nsleep 600\n', { mode: 0o755 });

interface Busy {
  readonly launcher: Launcher;
  readonly rpc: JsonRpc;
  /** The process groups of its children. */
  readonly groups: readonly number[];
}

/** Background jobs that ignore SIGTERM, one in a session of its own; prints their groups. */
const jobs = `trap '' TERM; sleep 600 & echo $$
setsid sleep 600 > /dev/null 2>&1 & echo $!`;

/**
 * A launcher with a running search and command, a child that a plug-in's tool left running, and
 * background jobs of the shell.
 */
async function busyLauncher(name: string): Promise<Busy> {
  const pidFile = join(folder.path, name);
  const launcher = startLauncher(['--plugin', probePlugin], {
    env: { RIPGREP_PATH: ripgrep, PID_FILE: pidFile },
  });
  launcher.stderr.resume();
  const rpc = new JsonRpc(launcher);
  await rpc.initialize();
  const child = Number(await rpc.call('probe_child'));
  const search = rpc.call('search_in_files', { path: folder.path, query: 'x' });
  search.catch(() => {}); // the end comes before the answer
  const group = await notedPid(pidFile);
  const { stdout } = JSON.parse(await rpc.call('execute_command', { command: jobs }));
  const [job = 0, apart = 0] = stdout.split('\n').map(Number);
  const command = rpc.call('execute_command', {
    command: `echo $$ > '${pidFile}'; sleep 600`,
  });
  command.catch(() => {});
  const shell = await notedPid(pidFile, group);
  const groups = [group, child, job, apart, shell];
  const counts = () => groups.map(one => processGroup(one).length);
  await vi.waitFor(() => expect(counts()).toEqual([2, 1, 1, 1, 2]));
  return { launcher, rpc, groups };
}

/** The process number that stands in the file once it is another than `before`. */
const notedPid = (file: string, before = 0) =>
  vi.waitFor(async () => {
    const text = await readFile(file, 'utf8');
    expect(text).toMatch(/^\d+\n$/);
    expect(Number(text)).not.toBe(before);
    return Number(text);
  }, 20_000);

/** Ends a busy launcher; gives the time until it and all its children are gone. */
async function timeToEndMs(name: string, end: (busy: Busy) => void): Promise<number> {
  const busy = await busyLauncher(name);
  const { launcher, groups } = busy;
  const exited = once(launcher, 'exit');
  const began = performance.now();
  end(busy);
  try {
    await exited;
    await vi.waitFor(() => expect(groups.flatMap(processGroup)).toEqual([]), {
      timeout: deadlineMs,
      interval: 10,
    });
    return performance.now() - began;
  } finally {
    // What a failure left alive must not stay behind.
    for (const group of groups) if (processGroup(group).length > 0) process.kill(-group, 'SIGKILL');
  }
}

const timesMs: number[] = [];
afterAll(() =>
  console.log(`${timesMs.length} ends, the slowest in ${Math.round(Math.max(...timesMs))} ms`),
);

it.each(Object.entries(ways))(
  `leaves nothing alive two seconds after %s, in each of ${endsOfEachWay} ends`,
  async (way, end) => {
    const names = Array.from({ length: endsOfEachWay }, (_, number) => `${way} ${number}`);
    const times: number[] = [];
    const worker = async () => {
      for (let name = names.pop(); name !== undefined; name = names.pop())
        times.push(await timeToEndMs(name, end));
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    timesMs.push(...times);
    expect(times).toHaveLength(endsOfEachWay);
    expect(times.filter(time => time > deadlineMs)).toEqual([]);
  },
  120_000,
);

it('leaves nothing alive when a bug in a plug-in ends the process', async () => {
  const crash = ({ rpc }: Busy) => rpc.call('probe_crash').catch(() => {});
  expect(await timeToEndMs('crash', crash)).toBeLessThan(deadlineMs);
});

it.each(['SIGTERM', 'SIGHUP'] as const)(
  'leaves no temporary file when %s comes in the middle of a copy',
  async signal => {
    const [source, copies] = [join(folder.path, 'large'), join(folder.path, `copies-${signal}`)];
    await writeFile(source, '');
    await truncate(source, 600_000_000);
    await mkdir(copies);
    const launcher = startLauncher([]);
    launcher.stderr.resume();
    const rpc = new JsonRpc(launcher);
    await rpc.initialize();
    const copy = rpc.call('copy_file', { source, destination: join(copies, 'copy') });
    copy.catch(() => {}); // the end comes before the answer
    await vi.waitFor(async () => expect(await readdir(copies)).toHaveLength(1), 20_000);
    const exited = once(launcher, 'exit');
    launcher.kill(signal);
    await exited;
    const left = await readdir(copies);
    expect(left.filter(name => name.endsWith('.tmp'))).toEqual([]);
  },
);
