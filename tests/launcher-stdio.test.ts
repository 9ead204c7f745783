import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { JsonRpc } from './json-rpc.ts';
import {
  bareEnvironment,
  bin,
  type Launcher,
  probePlugin,
  type StartOptions,
  startLauncher,
} from './launcher.ts';

/** A launcher over stdio after the handshake. */
async function started(args: readonly string[] = [], options?: StartOptions) {
  const launcher = startLauncher(args, options);
  const stderr = text(launcher.stderr);
  const rpc = new JsonRpc(launcher);
  await rpc.initialize();
  return { launcher, rpc, stderr };
}

/** Ends a launcher by its stdin; gives its exit code. */
async function ended(launcher: Launcher): Promise<unknown> {
  launcher.stdin.end();
  const [code] = await once(launcher, 'exit');
  return code;
}

const isMessage = (line: string) => JSON.parse(line)['jsonrpc'] === '2.0';

it('answers the handshake, the list and a call, and ends with its stdin', async () => {
  const launcher = startLauncher([]);
  const stderr = text(launcher.stderr);
  const rpc = new JsonRpc(launcher);
  expect(await rpc.initialize()).toMatchObject({
    result: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'doc-processing-std-tools', version: '0.1.0' },
    },
  });
  const { result } = await rpc.request('tools/list');
  expect(result).toHaveProperty('tools.length', 30);
  expect(await rpc.call('get_file_metadata', { path: bin })).toContain('"is_file":true');
  expect([await ended(launcher), await stderr]).toEqual([0, '']);
});

it('keeps stdout to the protocol though a plug-in prints while it loads and runs', async () => {
  await using folder = await testFolder();
  const plugin = join(folder.path, 'loud.mjs');
  await writeFile(
    plugin,
    `import { Console } from 'node:console';
import { Worker } from 'node:worker_threads';
console.log('loads by console.log');
process.stdout.write('loads by process.stdout\\n');
new Console(process.stdout).log('loads by its own console');
const worker = new Worker('console.log("loads in a worker")', { eval: true });
await new Promise(resolve => worker.once('exit', resolve));
console.log('another line');
export default () => {
  console.log('makes a server');
  return { name: 'loud', title: 'Loud', version: '1', config: [], tools: [] };
};
`,
  );
  const { launcher, rpc, stderr } = await started(['--plugin', plugin, '--plugin', probePlugin]);
  expect(await rpc.call('probe_print')).toBe('printed');
  expect(await ended(launcher)).toBe(0);
  expect(rpc.lines.filter(line => !isMessage(line))).toEqual([]);
  expect(rpc.lines).toHaveLength(2);
  expect((await stderr).split('\n').sort()).toEqual([
    '',
    'another line',
    'loads by console.log',
    'loads by its own console',
    'loads by process.stdout',
    'loads in a worker',
    'makes a server',
    'printed by a worker',
    'printed by console.log',
    'printed by process.stdout',
  ]);
});

it('goes on after a line that is no message', async () => {
  const { launcher, rpc, stderr } = await started();
  launcher.stdin.write('{"jsonrpc":\nnot JSON\n{}\n');
  expect(await rpc.request('ping')).toMatchObject({ result: {} });
  expect(await ended(launcher)).toBe(0);
  expect(rpc.lines.filter(line => !isMessage(line))).toEqual([]);
  expect(await stderr).toMatch(/ error /);
});

it('keeps what lives between calls', async () => {
  const { launcher, rpc } = await started(['--plugin', probePlugin]);
  expect([await rpc.call('probe_count'), await rpc.call('probe_count')]).toEqual(['1', '2']);
  expect(await ended(launcher)).toBe(0);
});

it('answers an unknown tool with the protocol’s error, naming the tools', async () => {
  const { launcher, rpc } = await started(['--exclude-tools', 'read_file']);
  const { error } = await rpc.request('tools/call', { name: 'read_file', arguments: {} });
  expect(error).toMatchObject({
    code: -32_602,
    message: expect.stringMatching(
      /unknown tool "read_file"; known: apply_patch, .*write_file, .*, load_skill$/,
    ),
  });
  expect(await ended(launcher)).toBe(0);
});

it('serves nothing that writes when it is read-only', async () => {
  const { launcher, rpc } = await started(['--read-only']);
  expect(await rpc.call('write_file', { path: '/tmp/x', content: '' })).toContain('unknown tool');
  expect(await rpc.call('get_file_metadata', { path: bin })).toContain('"is_file":true');
  expect(await ended(launcher)).toBe(0);
});

it('confines file tools to the folders on the command line', async () => {
  await using inside = await testFolder();
  await using other = await testFolder();
  await using outside = await testFolder();
  for (const { path } of [inside, other, outside]) await writeFile(join(path, 'a.txt'), 'seen\n');
  const { launcher, rpc } = await started([inside.path, other.path], {
    env: { DPTTOOLS_FS_ROOTS: outside.path },
  });
  const read = (folder: string) => rpc.call('read_file', { path: join(folder, 'a.txt') });
  expect([await read(inside.path), await read(other.path)]).toEqual(['seen\n', 'seen\n']);
  expect(await read(outside.path)).toMatch(/^Error: /);
  expect(await ended(launcher)).toBe(0);
});

it('writes its log to stderr and to the log file', async () => {
  await using folder = await testFolder();
  const file = join(folder.path, 'log');
  await writeFile(file, 'earlier\n');
  const args = ['--plugin', probePlugin, '--log-file', file];
  const { launcher, rpc, stderr } = await started(args);
  expect(await rpc.call('probe_fail')).toBe('Error: probe_fail failed: a bug');
  expect(await ended(launcher)).toBe(0);
  const log = await readFile(file, 'utf8');
  expect(log).toMatch(/^earlier\n\S+Z error probe_fail failed \{\n {2}error: Error: a bug\n +at /);
  expect(`earlier\n${await stderr}`).toBe(log);
});

it('says on a terminal that it waits for a client', async () => {
  await using folder = await testFolder();
  const said = join(folder.path, 'stderr');
  const command = `${process.execPath} ${bin} 2>${said}`;
  const terminal = ['-q', '-e', '-c', command, '/dev/null'];
  // The terminal's input ends at once, with it the launcher.
  const running = promisify(execFile)('script', terminal, { env: bareEnvironment() });
  running.child.stdin?.end();
  expect((await running).stdout).not.toMatch(/\w/);
  expect(await readFile(said, 'utf8')).toBe(
    'doc-processing-std-tools waits for an MCP client to speak on stdin. ' +
      'A client starts it by itself; --help tells more, Ctrl+C ends it.\n',
  );
});

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('ends by %s with exit code %i', async (signal, code) => {
  const { launcher } = await started();
  launcher.kill(signal);
  expect(await once(launcher, 'exit')).toEqual([code, null]);
});

it('ends with exit code 0 when nobody reads its stdout any more', async () => {
  const { launcher } = await started();
  launcher.stdout.destroy();
  expect(await once(launcher, 'exit')).toEqual([0, null]);
});

it('ends with the next answer when a plain pipe is its stdout and nobody reads it', async () => {
  const reader = '(read -r line; exec <&-; echo closed)';
  const command = `"$0" "$1" --plugin "$2" | ${reader}`;
  const shell = spawn('sh', ['-c', command, process.execPath, bin, probePlugin], {
    env: bareEnvironment(),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = once(shell, 'exit');
  const request = (id: number, method: string, params = {}) =>
    shell.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  const clientInfo = { name: 'test', version: '0' };
  request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  expect(String(await once(shell.stdout, 'data'))).toBe('closed\n');
  request(2, 'tools/call', { name: 'probe_child', arguments: {} });
  expect(await exited).toEqual([0, null]);
});

it('cuts off what cannot be disposed, after a second and a half', async () => {
  await using folder = await testFolder();
  const plugin = join(folder.path, 'stuck.mjs');
  await writeFile(
    plugin,
    `import { createProbeServer } from ${JSON.stringify(probePlugin)};
const stuck = { name: 'stuck', scope: 'process', create: () => ({
  [Symbol.asyncDispose ?? Symbol.for('nodejs.asyncDispose')]: () => new Promise(() => {}),
}) };
export default () => {
  const server = createProbeServer();
  const [count] = server.tools;
  const handler = async (_, ctx) => (await ctx.session.get(stuck), 'stuck');
  return { ...server, tools: [{ ...count, handler }] };
};
`,
  );
  const { launcher, rpc } = await started(['--plugin', plugin]);
  expect(await rpc.call('probe_count')).toBe('stuck');
  const began = performance.now();
  expect(await ended(launcher)).toBe(0);
  const tookMs = performance.now() - began;
  expect(tookMs).toBeGreaterThan(1400);
  expect(tookMs).toBeLessThan(5 * 2000);
});
