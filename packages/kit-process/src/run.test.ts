import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processGroup, testFolder } from '@std-tools/testing';
import { expect, it, vi } from 'vitest';
import { Children, tetherFd } from './children.ts';
import { run, type RunOptions } from './run.ts';

const signal = new AbortController().signal;
const bash = (children: Children, script: string, options: Partial<RunOptions> = {}) =>
  run(children, '/bin/bash', ['-c', script], {
    cwd: '/',
    signal,
    timeoutMs: 20_000,
    maxCharacters: 1000,
    ...options,
  });

it('gives output, exit code and what the tether was told', async () => {
  using children = new Children(process.env);
  const script = `echo out; echo err >&2; echo told >&${tetherFd}; exit 7`;
  expect(await bash(children, script)).toEqual({
    stdout: 'out\n',
    stderr: 'err\n',
    exitCode: 7,
    timedOut: false,
    tetherText: 'told\n',
    leftTooMany: false,
  });
});

it('gives minus the signal that ended the program', async () => {
  using children = new Children(process.env);
  expect((await bash(children, 'kill -KILL $$')).exitCode).toBe(-9);
  expect((await bash(children, 'kill -SEGV $$')).exitCode).toBe(-11);
});

it('runs in the folder and adds to the environment', async () => {
  await using folder = await testFolder();
  using children = new Children({ ONE: '1', TWO: '2' });
  const options = { cwd: folder.path, env: { TWO: 'two' } };
  expect((await bash(children, 'echo $PWD $ONE $TWO', options)).stdout).toBe(
    `${folder.path} 1 two\n`,
  );
});

it('gives pipes that can be opened by name', async () => {
  using children = new Children(process.env);
  expect(await bash(children, 'echo a > /dev/stdout; echo b > /dev/stderr')).toMatchObject({
    stdout: 'a\n',
    stderr: 'b\n',
  });
});

it('leaves no name of its pipes, and works when its temporary folder is emptied', async () => {
  const folders = () => readdirSync(tmpdir()).filter(name => name.startsWith('std-tools-pipes-'));
  const before = folders();
  using children = new Children(process.env);
  for (let count = 0; count < 5; count += 1)
    expect((await bash(children, 'echo a > /dev/stdout')).stdout).toBe('a\n');
  expect(folders()).toEqual(before);
});

it('runs without named pipes where they cannot be made', async () => {
  using children = new Children({ PATH: process.env['PATH'] });
  const path = process.env['PATH'];
  vi.stubEnv('PATH', '/nowhere'); // where mkfifo would be looked for
  expect(await bash(children, 'echo out; echo err >&2')).toMatchObject({
    stdout: 'out\n',
    stderr: 'err\n',
  });
  vi.stubEnv('PATH', path);
});

it.each([0, 1, 2, 3, 5])('ends at once when it is aborted after %i ms', async ms => {
  using children = new Children(process.env);
  const cancel = new AbortController();
  const began = performance.now();
  const running = bash(children, 'sleep 620', { signal: cancel.signal });
  setTimeout(() => cancel.abort(new Error('cancelled')), ms);
  await expect(running).rejects.toThrow('cancelled');
  expect(performance.now() - began).toBeLessThan(2500); // five times the half second promised
  expect((await bash(children, 'pgrep -f "^sleep 620"')).stdout).toBe('');
});

it('ends what the program left running, wherever it went', async () => {
  using children = new Children(process.env);
  const { stdout } = await bash(
    children,
    'echo $$; sleep 611 & setsid sleep 611 >/dev/null 2>&1 & env -i sleep 611 & true',
  );
  expect(processGroup(Number(stdout))).toEqual([]);
  expect((await bash(children, 'pgrep -f "^sleep 611"')).stdout).toBe('');
});

it('leaves jobs running when asked, and gives them to the caller', async () => {
  using children = new Children(process.env);
  const { jobs } = await bash(children, 'sleep 612 >/dev/null 2>&1 &', { keepsJobs: true });
  expect(jobs?.living()).toEqual([{ pid: expect.any(Number), command: 'sleep 612' }]);
  await jobs?.end();
  expect(jobs?.living()).toEqual([]);
});

it.each([
  [
    'in its group under ever new numbers',
    `perl -e '%ENV = (); for (1..20) { fork and exit; select(undef, undef, undef, 0.02) } exec "sleep 623"' &`,
  ],
  ['in a group of its own', 'set -m; env -i sleep 623 &'],
  ['later, without the mark', "setsid bash -c 'sleep 0.5; env -i sleep 623 & sleep 1' &"],
])('knows a job that goes on %s', async (_what, script) => {
  using children = new Children(process.env);
  const { jobs } = await bash(children, `${script} sleep 0.1`, { keepsJobs: true });
  const names = () => jobs?.living().map(({ command }) => command);
  await vi.waitFor(() => expect(names()).toContain('sleep 623'), 5000);
  await jobs?.end();
  expect((await bash(children, 'pgrep -f "^sleep 623"')).stdout).toBe('');
});

it('asks a late program to end, and takes what it says then', async () => {
  using children = new Children(process.env);
  const script = `trap 'echo asked; exit 0' TERM; echo started; sleep 613 & wait`;
  expect(await bash(children, script, { timeoutMs: 300 })).toMatchObject({
    stdout: 'started\nasked\n',
    exitCode: -1,
    timedOut: true,
  });
});

it('kills a late program that does not end', async () => {
  using children = new Children(process.env);
  const script = `trap '' TERM; echo $$; while :; do sleep 614; done`;
  const { stdout, timedOut } = await bash(children, script, { timeoutMs: 300 });
  expect(timedOut).toBe(true);
  expect(processGroup(Number(stdout))).toEqual([]);
});

it('ends all and rejects when it is aborted', async () => {
  await using folder = await testFolder();
  const noted = join(folder.path, 'pid');
  using children = new Children(process.env);
  const cancel = new AbortController();
  const script = `echo $$ > ${noted}; setsid sleep 615 & sleep 615`;
  const running = bash(children, script, { signal: cancel.signal });
  await vi.waitFor(() => expect(existsSync(noted) && readFileSync(noted, 'utf8')).toMatch(/\d\n/));
  cancel.abort(new Error('cancelled'));
  await expect(running).rejects.toThrow('cancelled');
  expect(processGroup(Number(readFileSync(noted, 'utf8')))).toEqual([]);
  expect((await bash(children, 'pgrep -f "^sleep 615"')).stdout).toBe('');
});

it('starts nothing when it was aborted before', async () => {
  await using folder = await testFolder();
  using children = new Children(process.env);
  const options = { signal: AbortSignal.abort(new Error('no')) };
  await expect(bash(children, `touch ${folder.path}/ran`, options)).rejects.toThrow('no');
  expect(readdirSync(folder.path)).toEqual([]);
});

it('rejects with the system’s error when the program cannot be started', async () => {
  using children = new Children(process.env);
  const options = { cwd: '/', signal, timeoutMs: 1000, maxCharacters: 100 };
  await expect(run(children, '/no/such/program', [], options)).rejects.toMatchObject({
    code: 'ENOENT',
  });
});

it.each(['', "trap '' TERM;"])('ends a late program that multiplies: %s', async first => {
  using children = new Children(process.env);
  // Twice as many each 0.15 s: some ten at the deadline, some hundred when SIGKILL comes.
  const script = `${first} echo $$; twice() { sleep 0.15; twice & twice & }; twice; sleep 616`;
  const { stdout } = await bash(children, script, { timeoutMs: 500 });
  expect(processGroup(Number(stdout))).toEqual([]);
});

it('kills its families when the list ends', async () => {
  const children = new Children(process.env);
  const { jobs } = await bash(children, 'setsid sleep 617 >/dev/null 2>&1 &', { keepsJobs: true });
  expect(jobs?.living()).toHaveLength(1);
  children[Symbol.dispose]();
  expect(jobs?.living()).toEqual([]);
});
