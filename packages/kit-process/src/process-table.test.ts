import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { commandLine, processTable } from './process-table.ts';

it('shows a process with its group, start and environment', async () => {
  const child = spawn('/bin/sleep', ['618'], { detached: true, env: { A: 'b c', D: '' } });
  await once(child, 'spawn');
  const mine = processTable().find(one => one.pid === child.pid);
  expect(mine).toMatchObject({ group: child.pid, session: child.pid });
  expect(mine?.environment.filter(Boolean)).toEqual(['A=b c', 'D=']);
  expect(commandLine(child.pid ?? 0)).toBe('/bin/sleep 618');
  child.kill();
  await once(child, 'exit');
  expect(processTable().filter(one => one.pid === child.pid)).toEqual([]);
  expect(commandLine(child.pid ?? 0)).toBe('');
});

it('is not confused by brackets and blanks in a name', async () => {
  const child = spawn('/bin/bash', ['-c', 'exec -a "a) S (b" sleep 619'], { detached: true });
  await once(child, 'spawn');
  expect(processTable().find(one => one.pid === child.pid)?.group).toBe(child.pid);
  child.kill();
  await once(child, 'exit');
});
