import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { callTool, createHost } from '@std-tools/core';
import { connectClient, testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { createExecServer, type ExecSettings } from './server.ts';

/** A client whose commands run in bubblewrap, and the only folder that they may change. */
async function sandboxed(settings: ExecSettings = {}) {
  const folder = await testFolder();
  const server = createExecServer({ sandbox: 'bwrap', roots: [folder.path], ...settings });
  const client = await connectClient([server], { env: { PATH: process.env['PATH'] } });
  return {
    root: folder.path,
    client,
    run: async (command: string, more: object = {}) =>
      JSON.parse(await client.call('execute_command', { command, ...more })),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('in the sandbox', () => {
  it('the roots are writable', async () => {
    await using shell = await sandboxed();
    expect(await shell.run(`echo text > ${shell.root}/file`)).toMatchObject({ exit_code: 0 });
    expect(await readFile(join(shell.root, 'file'), 'utf8')).toBe('text\n');
  });

  it('everything else is read-only, also for root', async () => {
    await using shell = await sandboxed();
    await using other = await testFolder();
    for (const place of [process.cwd(), '/etc', '/usr', '/var/tmp', '/root', '/proc/sys/kernel'])
      expect((await shell.run(`touch ${place}/x`)).stderr).toMatch(
        /Read-only file system|Permission denied|No such file/,
      );
    await shell.run(`mkdir -p ${other.path}; touch ${other.path}/x`);
    expect(existsSync(join(other.path, 'x'))).toBe(false);
    expect((await shell.run('mount -o remount,rw /; umount /tmp')).exit_code).not.toBe(0);
  });

  it('/tmp is private and new for each command', async () => {
    await using shell = await sandboxed();
    expect((await shell.run('touch /tmp/mine; ls /tmp')).stdout).toContain('mine');
    expect((await shell.run('ls /tmp')).stdout).not.toContain('mine');
    expect(existsSync('/tmp/mine')).toBe(false);
  });

  it('no other process is seen', async () => {
    await using shell = await sandboxed();
    const { stdout } = await shell.run('cat /proc/[0-9]*/cmdline | tr "\\0" " "');
    expect(stdout).toMatch(/^bwrap .*cat /s);
    expect(stdout).not.toContain('vitest');
    expect((await shell.run(`kill -0 ${process.pid}`)).exit_code).toBe(1);
  });

  it('there is no network, unless the setting says so', async () => {
    await using server = createServer(socket => socket.end('hello\n'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const read = `timeout 2 cat < /dev/tcp/127.0.0.1/${port}`;
    await using without = await sandboxed();
    expect(await without.run(read)).toMatchObject({ stdout: '', exit_code: 1 });
    await using with_ = await sandboxed({ network: true });
    expect(await with_.run(read)).toMatchObject({ stdout: 'hello\n', exit_code: 0 });
  });

  it('the working folder carries over', async () => {
    await using shell = await sandboxed();
    await mkdir(join(shell.root, 'sub'));
    await shell.run(`cd ${shell.root}/sub; exit 3`);
    expect((await shell.run('pwd')).stdout).toBe(`${shell.root}/sub\n`);
  });

  it('a folder of /tmp is left, with a note, when the command ends', async () => {
    await using shell = await sandboxed();
    await shell.run('mkdir /tmp/here; cd /tmp/here');
    expect(await shell.run('true')).toMatchObject({
      note: `/tmp/here cannot be used any more: this command started in ${process.cwd()}`,
    });
  });

  it('exit codes and output come through', async () => {
    await using shell = await sandboxed();
    expect(await shell.run('echo a > /dev/stdout; echo b > /dev/stderr; exit 5')).toEqual({
      stdout: 'a\n',
      stderr: 'b\n',
      exit_code: 5,
      timed_out: false,
    });
  });

  it('a background job lives on, is named, and ends with restart_session', async () => {
    await using shell = await sandboxed();
    const job = `(sleep 0.5; touch ${shell.root}/done; exec sleep 606) > /dev/null 2>&1 &`;
    await shell.run(job);
    await shell.run(`until [ -e ${shell.root}/done ]; do sleep 0.05; done`);
    const { still_running } = await shell.run('true');
    expect(still_running).toEqual([{ command: 'sleep 606' }]);
    await shell.client.call('restart_session');
    expect(await shell.run('true')).not.toHaveProperty('still_running');
  });

  it('no process gets away, whatever it does', async () => {
    await using shell = await sandboxed();
    await using outside = await connectClient([createExecServer()]);
    const find = async () => {
      const found = await outside.call('execute_command', { command: 'pgrep -fc "^sleep 607"' });
      return JSON.parse(found).stdout;
    };
    await shell.run('env -i setsid -f env -i setsid -f sleep 607 > /dev/null 2>&1; sleep 0.2');
    expect(await find()).toBe('1\n');
    await shell.client.call('restart_session');
    expect(await find()).toBe('0\n');
  });

  it('sockets in /run and /tmp stay out of reach, wherever the command goes', async () => {
    await using server = createServer(socket => socket.end('hello\n'));
    const path = `/run/std-tools-test-${process.pid}.socket`;
    server.listen(path);
    await once(server, 'listening');
    await using shell = await sandboxed();
    const ask =
      `python3 -c 'import socket; s = socket.socket(socket.AF_UNIX); s.connect("${path}"); ` +
      `print(s.recv(9))'`;
    for (const folder of ['/run', '/tmp', '/']) {
      await shell.run(`cd ${folder}`);
      expect(await shell.run(ask)).toMatchObject({ stdout: '', exit_code: 1 });
      await shell.run(`trap - EXIT; printf '\\0${folder}\\n' >&19`);
      expect(await shell.run(ask)).toMatchObject({ stdout: '', exit_code: 1 });
    }
    expect((await shell.run('cd /tmp; mktemp')).exit_code).toBe(0);
  });

  it('the system’s /proc, /dev and /sys stay out, though they are roots', async () => {
    await using shell = await sandboxed({ roots: ['/proc', '/dev', '/sys'] });
    expect((await shell.run('cat /proc/1/comm')).stdout).toBe('bwrap\n');
    expect((await shell.run(`ls /proc/${process.pid}`)).exit_code).toBe(2);
  });

  it('the model is told', async () => {
    await using shell = await sandboxed();
    const [tool] = await shell.client.list();
    expect(tool?.description).toContain('In a sandbox: only the allowed folders are writable');
  });

  it('a timeout ends the command', async () => {
    await using shell = await sandboxed();
    const result = await shell.run("trap '' TERM; echo a; sleep 608", { timeout: 1 });
    expect(result).toEqual({ stdout: 'a\n', stderr: '', exit_code: -1, timed_out: true });
  });
});

it('holds for the server that asks for it, whichever server is called first', async () => {
  await using folder = await testFolder();
  const other = createExecServer({ roots: [folder.path] });
  const own = { ...createExecServer({ sandbox: 'bwrap', roots: [folder.path] }), name: 'own' };
  const env = { PATH: process.env['PATH'] };
  const host = createHost([other, own], { env, prefixes: new Map([['own', 'own_']]) });
  const command = { command: 'touch /var/tmp/made && rm /var/tmp/made' };
  const ends = async (name: string) => {
    const [block] = (await callTool(host, name, command)).content;
    return block?.type === 'text' ? JSON.parse(block.text).exit_code : undefined;
  };
  expect(await ends('execute_command')).toBe(0);
  expect(await ends('own_execute_command')).toBe(1);
  await host[Symbol.asyncDispose]();
});

describe('a sandbox that does not work', () => {
  it('refuses the command and runs nothing', async () => {
    await using folder = await testFolder();
    const env = { PATH: folder.path };
    await using client = await connectClient([createExecServer({ sandbox: 'bwrap' })], { env });
    const command = `touch ${folder.path}/ran`;
    expect(await client.error('execute_command', { command })).toBe(
      'Error: DPTTOOLS_EXEC_SANDBOX asks for bubblewrap, which does not work here (it cannot be ' +
        'started), so nothing was run. The operator can install bubblewrap, allow it to make ' +
        'namespaces, or set the variable to off.',
    );
    expect(existsSync(join(folder.path, 'ran'))).toBe(false);
  });

  it('is not taken to work by its exit code alone', async () => {
    await using folder = await testFolder();
    await writeFile(join(folder.path, 'bwrap'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    const env = { PATH: `${folder.path}:${process.env['PATH']}` };
    await using client = await connectClient([createExecServer({ sandbox: 'bwrap' })], { env });
    expect(await client.error('execute_command', { command: 'true' })).toContain(
      'does not work here (it ended with 0 and ran nothing), so nothing was run',
    );
  });

  it('is probed once, and its own words are in the error', async () => {
    await using folder = await testFolder();
    const fake = join(folder.path, 'bwrap');
    await writeFile(
      fake,
      `#!/bin/sh\necho x >> ${folder.path}/probes\necho no namespaces >&2\nexit 1`,
    );
    await chmod(fake, 0o755);
    const env = { PATH: `${folder.path}:${process.env['PATH']}` };
    await using client = await connectClient([createExecServer({ sandbox: 'bwrap' })], { env });
    for (let call = 0; call < 3; call += 1)
      expect(await client.error('execute_command', { command: 'true' })).toContain(
        'does not work here (no namespaces), so nothing was run',
      );
    expect(await readFile(join(folder.path, 'probes'), 'utf8')).toBe('x\n');
  });
});
