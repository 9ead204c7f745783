import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { JsonRpc } from './json-rpc.ts';
import { root, runLauncher, type StartOptions, startLauncher } from './launcher.ts';

const hello = join(root, 'packages/hello/bin/std-tools-hello.js');
const fs = join(root, 'packages/fs/bin/std-tools-fs.js');

const refused = async (args: readonly string[], options: StartOptions) => {
  const { code, stdout, stderr } = await runLauncher(args, options);
  expect([code, stdout]).toEqual([2, '']);
  return stderr;
};

describe.concurrent('the command of one server', () => {
  it('prints its version', async () => {
    expect(await runLauncher(['--version'], { command: hello })).toEqual({
      code: 0,
      stdout: '0.1.0\n',
      stderr: '',
    });
  });

  it('prints its tools', async () => {
    expect(await runLauncher(['--list-tools'], { command: hello })).toEqual({
      code: 0,
      stdout: 'say_hello\n',
      stderr: '',
    });
  });

  it('prints its help, which tells of folders only where it takes some', async () => {
    const help = async (command: string) => (await runLauncher(['-h'], { command })).stdout;
    expect(await help(hello)).toMatch(/^Hello 0\.1\.0: an MCP server over stdio, /);
    expect(await help(hello)).not.toContain('folders');
    expect(await help(fs)).toContain('[folders...]   confine the tools');
  });

  it('refuses what it does not know', async () => {
    expect(await refused(['--nope'], { command: hello })).toMatch(/^Unknown option '--nope'/);
    expect(await refused(['folder'], { command: hello })).toMatch(/^Unexpected argument 'folder'/);
    expect(await refused(['--version=1'], { command: fs })).toMatch(/^Option '--version' does not/);
  });

  it('refuses bad settings, all in one message', async () => {
    const env = { DPTTOOLS_MAX_FILE_SIZE_MB: 'x', DPTTOOLS_LOG_LEVEL: 'loud' };
    expect(await refused(['/nope'], { command: fs, env })).toBe(
      'invalid configuration\n' +
        '  DPTTOOLS_LOG_LEVEL must be one of debug, info, warn, error (got "loud")\n' +
        '  DPTTOOLS_MAX_FILE_SIZE_MB must be a positive integer (got "x")\n' +
        '  DPTTOOLS_FS_ROOTS names "/nope", which is not a folder\n',
    );
  });

  it('is confined to the folders given', async () => {
    await using inside = await testFolder();
    await using outside = await testFolder();
    for (const { path } of [inside, outside]) await writeFile(join(path, 'a.txt'), 'seen\n');
    const server = startLauncher([inside.path], { command: fs });
    const rpc = new JsonRpc(server);
    expect(await rpc.initialize()).toHaveProperty('result.serverInfo.name', 'file-system-tools');
    const read = (folder: string) => rpc.call('read_file', { path: join(folder, 'a.txt') });
    expect(await read(inside.path)).toBe('seen\n');
    expect(await read(outside.path)).toMatch(/^Error: /);
    server.stdin.end();
  });

  it('ends with its stdin', async () => {
    const ended = await runLauncher([], { command: hello });
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});
