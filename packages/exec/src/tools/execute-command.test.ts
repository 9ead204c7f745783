// Long, as it holds the tables of what bash must do as it does elsewhere.
import { existsSync } from 'node:fs';
import { mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClient, processGroup, serverTest, type TestClient } from '@std-tools/testing';
import { describe, expect, vi } from 'vitest';
import { createExecServer } from '../server.ts';

const test = serverTest(() => createExecServer({ timeoutSeconds: 20 }));

interface Result {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit_code: number;
  readonly timed_out: boolean;
  readonly still_running?: readonly { pid: number; command: string }[];
  readonly note?: string;
}
type Call = TestClient['call'];
const run = async (call: Call, command: string, more: object = {}): Promise<Result> =>
  JSON.parse(await call('execute_command', { command, ...more }));
const folder = async (call: Call) => (await run(call, 'pwd')).stdout.trimEnd();

test('returns stdout, stderr, the exit code and whether the time was up', async ({ call }) => {
  expect(await run(call, 'echo out; echo err >&2; exit 3')).toEqual({
    stdout: 'out\n',
    stderr: 'err\n',
    exit_code: 3,
    timed_out: false,
  });
});

test.for([
  ['a pipeline', "printf 'b\\na\\n' | sort", 'a\nb\n'],
  ['a chain', 'false || echo other && echo then', 'other\nthen\n'],
  ['several lines', 'for x in 1 2\ndo echo $x\ndone', '1\n2\n'],
  ['a here-document', 'cat <<END\none $((1 + 1))\nEND', 'one 2\n'],
  ['a comment at the end', 'echo a # b', 'a\n'],
  ['a comment at the start', '# b\necho a', 'a\n'],
  ['a function', 'f() { echo "$1"; }; f x', 'x\n'],
  ['quotes and dollars', `echo 'a'"b"$'c' "$((2*3))"`, 'abc 6\n'],
  ['bash, not sh', 'x=(1 2 3); echo ${x[2]} ${#x[@]}', '3 3\n'],
  ['a command that reads stdin', 'cat; echo end', 'end\n'],
  ['output opened by name', 'echo a > /dev/stdout; echo b | tee /dev/stderr', 'a\nb\n'],
  [
    'characters cut between chunks',
    `head -c 100001 /dev/zero | sed 's/\\x0/é/g' | tail -c 6`,
    'ééé',
  ],
  ['bytes that are not UTF-8', `printf 'a\\xffb'`, 'a\uFFFDb'],
  ['nothing', '', ''],
] as const)('runs %s', async ([, command, stdout], { call }) => {
  expect((await run(call, command)).stdout).toBe(stdout);
});

test.for([
  ['true\nno-such-program', '/bin/bash: line 2: no-such-program: command not found\n'],
  [
    'cd / && if then',
    "/bin/bash: eval: line 1: syntax error near unexpected token `then'\n/bin/bash: eval: line 1: `cd / && if then'\n",
  ],
] as const)('shows in messages of %j what was written', async ([command, stderr], { call }) => {
  expect((await run(call, command)).stderr).toBe(stderr);
});

describe('the working folder', () => {
  test.for([
    ['cd', 'cd sub'],
    ['exit', 'cd sub; exit 3'],
    ['a failure', 'cd sub; false'],
    ['set -e', 'set -e; cd sub; false; echo not reached'],
    ['set -u', 'set -u; cd sub; echo $none'],
    ['set -x', 'set -x; cd sub'],
    ['a here-document', 'cd sub; cat <<END\nx\nEND'],
    ['a comment', 'cd sub # there'],
    ['a function that exits', 'f() { cd sub; exit 1; }; f'],
    ['pushd', 'pushd sub >/dev/null'],
    ['a function named pwd', 'pwd() { echo no; }; cd sub'],
    ['something else in that descriptor', 'cd sub; echo junk >&19'],
  ] as const)('carries over after %s', async ([, command], { call, dir }) => {
    await mkdir(join(dir, 'sub'));
    await run(call, `cd ${dir}`);
    await run(call, command);
    expect(await folder(call)).toBe(join(dir, 'sub'));
  });

  test.for([
    ['a subshell', '(cd sub)', undefined],
    ['a syntax error', 'cd sub; )', undefined],
    ['exec', 'cd sub; exec true', 'unknown'],
    ['an EXIT trap', "trap 'echo bye' EXIT; cd sub", 'unknown'],
    ['a kill', 'cd sub; kill -9 $$', 'unknown'],
  ] as const)('stays after %s', async ([, command, end], { call, dir }) => {
    await mkdir(join(dir, 'sub'));
    await run(call, `cd ${dir}`);
    const { note } = await run(call, command);
    expect(await folder(call)).toBe(dir);
    const unknown = `the command did not tell its last folder: the next one starts in ${dir}`;
    expect(note).toBe(end && unknown);
  });

  test('may have blanks, quotes and line breaks in its name', async ({ call, dir }) => {
    const name = `a 'b' "c" $d\ne`;
    await mkdir(join(dir, name));
    await run(call, `cd ${dir}; cd a*`);
    expect(await folder(call)).toBe(join(dir, name));
  });

  test('is the real one behind a link', async ({ call, dir }) => {
    await mkdir(join(dir, 'real'));
    await symlink('real', join(dir, 'link'));
    await run(call, `cd ${dir}/link`);
    expect(await folder(call)).toBe(join(dir, 'real'));
  });

  test('falls back to the first one, and says so, when it was deleted', async ({ call, dir }) => {
    await mkdir(join(dir, 'sub'));
    await run(call, `cd ${dir}/sub; rm -r ${dir}/sub`);
    const gone = join(dir, 'sub');
    const start = await realpath(process.cwd());
    expect(await run(call, 'pwd')).toEqual({
      stdout: `${start}\n`,
      stderr: '',
      exit_code: 0,
      timed_out: false,
      note: `${gone} cannot be used any more: this command started in ${start}`,
    });
  });

  test('is not shown by set -x', async ({ call }) => {
    expect((await run(call, 'set -x; true')).stderr).toBe('++ true\n');
  });

  test('is one for each session', async ({ client, dir }) => {
    const request = (sessionId: string) => ({
      sessionId,
      signal: new AbortController().signal,
      progress: async () => {},
      elicit: async () => undefined,
      roots: async () => undefined,
    });
    const run = async (sessionId: string, command: string) => {
      const reply = await client.host.call('execute_command', { command }, request(sessionId));
      const [block] = reply.content;
      return block?.type === 'text' ? JSON.parse(block.text).stdout : undefined;
    };
    await run('one', `cd ${dir}`);
    expect(await run('two', 'pwd')).toBe(`${await realpath(process.cwd())}\n`);
    expect(await run('one', 'pwd')).toBe(`${dir}\n`);
  });
});

describe('the time', () => {
  test.for([0, -1, -1_000_000])(
    '%i is a result, and nothing runs',
    async (timeout, { call, dir }) => {
      const command = `touch ${dir}/ran`;
      expect(await run(call, command, { timeout })).toEqual({
        stdout: '',
        stderr: `Nothing was run: timeout must be at least 1 second, got ${timeout}.`,
        exit_code: -1,
        timed_out: false,
      });
      expect(existsSync(join(dir, 'ran'))).toBe(false);
    },
  );

  test('ends the whole tree and keeps the output so far', async ({ call, dir }) => {
    const command = `echo $$ > ${dir}/pid; echo before; sleep 600 & sleep 600; echo after`;
    const result = await run(call, command, { timeout: 1 });
    expect(result).toEqual({ stdout: 'before\n', stderr: '', exit_code: -1, timed_out: true });
    const pid = Number((await run(call, `cat ${dir}/pid`)).stdout);
    expect(processGroup(pid)).toEqual([]);
  });

  test('ends what ignores SIGTERM and what moved to another session', async ({ call }) => {
    const stubborn = `trap '' TERM; sleep 601 & wait; sleep 601`;
    const command = `setsid bash -c "${stubborn}" & trap '' TERM; sleep 601; sleep 601`;
    expect(await run(call, command, { timeout: 1 })).toMatchObject({ timed_out: true });
    expect((await run(call, 'pgrep -f "^sleep 601"')).stdout).toBe('');
  });

  test('of the settings is the longest', async () => {
    await using client = await connectClient([createExecServer({ timeoutSeconds: 1 })]);
    const result = await run(client.call, 'sleep 60', { timeout: 3_000_000_000 });
    expect(result).toMatchObject({ timed_out: true, exit_code: -1 });
  });

  test('of more than 24 days is not one of no time', async () => {
    await using client = await connectClient([createExecServer({ timeoutSeconds: 9_000_000 })]);
    expect(await run(client.call, 'sleep 0.1; echo done')).toMatchObject({ stdout: 'done\n' });
  });

  test('does not run while a call waits for its turn', async ({ call }) => {
    const first = run(call, 'sleep 1.5; echo first');
    const second = run(call, 'echo second', { timeout: 1 });
    expect((await second).stdout).toBe('second\n');
    expect((await first).stdout).toBe('first\n');
  });
});

describe('a background job', () => {
  test('that holds the output does not hold the reply, and is named', async ({ call }) => {
    const result = await run(call, 'sleep 602 & echo started');
    expect(result).toEqual({
      stdout: 'started\n',
      stderr: '',
      exit_code: 0,
      timed_out: false,
      still_running: [{ pid: expect.any(Number), command: 'sleep 602' }],
    });
    const [job] = result.still_running ?? [];
    expect((await run(call, `kill ${job?.pid}; wait; sleep 0.1`)).still_running).toBeUndefined();
  });

  test.for([
    ['with its output elsewhere', 'sleep 603 > /dev/null 2>&1 &'],
    ['in a session of its own', 'setsid sleep 603 > /dev/null 2>&1 &'],
    ['without our environment', 'env -i sleep 603 > /dev/null 2>&1 &'],
    ['of a subshell that has ended', '(nohup sleep 603 > /dev/null 2>&1 &)'],
  ] as const)('%s is named, and ends with restart_session', async ([, command], { call }) => {
    await run(call, command);
    const { still_running } = await run(call, 'true');
    expect(still_running?.map(job => job.command)).toEqual(['sleep 603']);
    await call('restart_session');
    expect((await run(call, 'pgrep -f "^sleep 603"')).stdout).toBe('');
  });

  test('and the command that runs end when the session ends', async ({ client }) => {
    const request = {
      sessionId: 'one',
      signal: new AbortController().signal,
      progress: async () => {},
      elicit: async () => undefined,
      roots: async () => undefined,
    };
    const ask = (command: string) => client.host.call('execute_command', { command }, request);
    await ask('sleep 628 &');
    const running = ask('sleep 628 & sleep 628');
    await vi.waitFor(async () => {
      const { stdout } = await run(client.call, 'pgrep -c -f "^sleep 628"');
      expect(stdout).toBe('3\n');
    });
    await client.host.endSession('one');
    expect(await running).toEqual({
      content: [
        { type: 'text', text: 'Error: the session has ended, so the command was ended too' },
      ],
      isError: true,
    });
    expect((await run(client.call, 'pgrep -f "^sleep 628"')).stdout).toBe('');
  });

  test('is not ended by a full or closed pipe when it writes on', async ({ call, dir }) => {
    const write = 'for i in 1 2 3 4 5 6; do sleep 0.1; head -c 100000 /dev/zero; done';
    await run(call, `(${write}; touch ${dir}/finished) & true`);
    await vi.waitFor(() => expect(existsSync(join(dir, 'finished'))).toBe(true), 5000);
  });

  test('ends with the session', async ({ dir }) => {
    const client = await connectClient([createExecServer()]);
    await run(client.call, `echo $$ > ${dir}/pid; sleep 604 & setsid sleep 604 &`);
    await client[Symbol.asyncDispose]();
    await using other = await connectClient([createExecServer()]);
    expect((await run(other.call, 'pgrep -f "^sleep 604"')).stdout).toBe('');
  });

  test('of which a command leaves too many is killed, and no other', async ({ call }) => {
    await run(call, 'sleep 624 &');
    const result = await run(call, 'for i in {1..300}; do sleep 605 & done');
    expect(result.note).toBe(
      'the command left too many background processes running: they were killed',
    );
    expect(result.still_running?.map(job => job.command)).toEqual(['sleep 624']);
    expect((await run(call, 'pgrep -c -f "^sleep 605"')).stdout).toBe('0\n');
  });

  test('of an earlier call outlives a timeout and a cancelled call', async ({ call, client }) => {
    await run(call, 'sleep 625 &');
    await run(call, 'sleep 626 & sleep 626', { timeout: 1 });
    const cancel = new AbortController();
    const command = 'sleep 627 & sleep 627';
    const cancelled = client.raw('execute_command', { command }, { signal: cancel.signal });
    setTimeout(() => cancel.abort(), 300);
    await expect(cancelled).rejects.toThrow();
    const { still_running } = await run(call, 'true');
    expect(still_running?.map(job => job.command)).toEqual(['sleep 625']);
  });

  test('that is a part of a script is shown as it was written', async ({ call }) => {
    const { still_running } = await run(call, '(while :; do sleep 0.1; done) & true');
    expect(still_running?.map(job => job.command)).toContain(
      '(while :; do sleep 0.1; done) & true',
    );
  });

  test('is named also when a program started it with its descriptors closed', async ({ call }) => {
    const start = 'import subprocess as s; s.Popen(["sleep", "609"], stdout=-3, stderr=-3)';
    const { still_running } = await run(call, `python3 -c '${start}'`);
    expect(still_running?.map(job => job.command)).toEqual(['sleep 609']);
  });
});

describe('output', () => {
  test('is cut in the middle at the limit, head and tail kept', async () => {
    await using client = await connectClient([createExecServer({ outputLimit: 20 })]);
    const { stdout, stderr } = await run(client.call, 'seq 1 100; seq 1 100 >&2');
    const cut = '1\n2\n3\n4\n5\n\n[... 272 characters left out ...]\n98\n99\n100\n';
    expect([stdout, stderr]).toEqual([cut, cut]);
  });

  test('of a gigabyte is bounded', async ({ call }) => {
    const before = process.memoryUsage().rss;
    const { stdout } = await run(call, 'head -c 1000000000 /dev/zero | tr "\\0" x; echo end');
    expect(stdout).toMatch(
      /^x{25000}\n\[\.\.\. 999950004 characters left out \.\.\.\]\nx{24996}end\n$/,
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  test('gives its last line as progress each second', async ({ client }) => {
    const messages: unknown[] = [];
    await client.raw(
      'execute_command',
      { command: 'echo one; sleep 1.3; echo two; sleep 1' },
      { onprogress: ({ progress, message }) => messages.push([progress, message]) },
    );
    expect(messages).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
  });
});

describe('refuses', () => {
  test('a NUL byte', async ({ error }) => {
    expect(await error('execute_command', { command: 'a\0b' })).toBe(
      'Error: command holds a NUL byte: remove it',
    );
  });

  test('a command that the system would not take', async ({ error }) => {
    expect(await error('execute_command', { command: 'x'.repeat(140_000) })).toMatch(
      /^Error: command has \d+ bytes, and the system takes at most 131071: write it to a file/,
    );
  });
});

test('a command does not see our keys', async () => {
  const env = {
    PATH: process.env['PATH'],
    DPTTOOLS_WEB_SEARCH_API_KEY: 'secret-1',
    LLMWHISPERER_API_KEY: 'secret-2',
    DPTTOOLS_HTTP_TOKEN: 'secret-3',
    OTHER_API_KEY: 'not ours',
  };
  await using client = await connectClient([createExecServer()], { env });
  const { stdout } = await run(client.call, 'env');
  expect(stdout).not.toContain('secret-');
  expect(stdout).toContain('OTHER_API_KEY=not ours\n');
});

test('a hundred commands at once run one after the other', async ({ call, dir }) => {
  const file = join(dir, 'n');
  await writeFile(file, '0');
  const step = `n=$(cat ${file}); echo $((n + 1)) > ${file}`;
  await Promise.all(Array.from({ length: 100 }, () => run(call, step)));
  expect((await run(call, `cat ${file}`)).stdout).toBe('100\n');
  await rm(file);
});
