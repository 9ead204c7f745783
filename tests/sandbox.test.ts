import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { JsonRpc } from './json-rpc.ts';
import { root, startLauncher } from './launcher.ts';

const secret = 'a-key-of-ours';
const everyEnvironment = 'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n"';

/** What a command of the built server prints, with our keys in the environment of the server. */
async function output(command: string, env: Readonly<Record<string, string>> = {}) {
  const server = startLauncher([], {
    command: join(root, 'packages/exec/bin/std-tools-exec.js'),
    env: { DPTTOOLS_WEB_SEARCH_API_KEY: secret, ...env },
  });
  const rpc = new JsonRpc(server);
  await rpc.initialize();
  const result = JSON.parse(await rpc.call('execute_command', { command }));
  server.stdin.end();
  return result.stdout;
}

it('keeps our keys out of the environment of commands', async () => {
  const text = await output('env');
  expect(text).toContain('PATH=');
  expect(text).not.toContain(secret);
});

it('cannot keep them from a command that reads the environment of the server', async () => {
  expect(await output(everyEnvironment)).toContain(`DPTTOOLS_WEB_SEARCH_API_KEY=${secret}\n`);
});

it('keeps them from every command in the sandbox', async () => {
  await using folder = await testFolder();
  const env = { DPTTOOLS_EXEC_SANDBOX: 'bwrap', DPTTOOLS_FS_ROOTS: folder.path };
  const text = await output(everyEnvironment, env);
  expect(text).toContain('PATH='); // of the command itself, which it can see
  expect(text).not.toContain(secret);
});
