import { realpath } from 'node:fs/promises';
import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createExecServer } from '../server.ts';

const test = serverTest(() => createExecServer());

test('goes back to the folder where the server started, and names it', async ({ call, dir }) => {
  const start = await realpath(process.cwd());
  await call('execute_command', { command: `cd ${dir}` });
  expect(await call('restart_session')).toBe(
    `Session restarted; the working folder is ${process.cwd()}.`,
  );
  const { stdout } = JSON.parse(await call('execute_command', { command: 'pwd' }));
  expect(stdout).toBe(`${start}\n`);
});

test('waits for the command that runs', async ({ call }) => {
  const command = call('execute_command', { command: 'sleep 0.5; echo done' });
  await call('restart_session');
  expect(JSON.parse(await command).stdout).toBe('done\n');
});
