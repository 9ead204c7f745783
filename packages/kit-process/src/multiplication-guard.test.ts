import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { Family } from './family.ts';
import { MultiplicationGuard } from './multiplication-guard.ts';

/** Starts a family of so many processes besides its shell. */
async function start(family: Family, count: number) {
  const script = `for i in $(seq ${count}); do sleep 622 & done; echo ready; wait`;
  const child = spawn('/bin/bash', ['-c', script], {
    detached: true,
    env: { ...process.env, ...family.environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  return child;
}

it('kills a family that has too many members, and leaves the others', async () => {
  using large = new Family();
  using small = new Family();
  using guard = new MultiplicationGuard(new Set([large, small]), 50);
  guard.watch();
  await start(small, 3);
  await start(large, 100);
  await vi.waitFor(() => expect(large.count()).toBe(0), 5000);
  expect(small.count()).toBe(4);
});

it('leaves many processes alone that belong to no family', async () => {
  using stranger = new Family();
  using family = new Family();
  using guard = new MultiplicationGuard(new Set([family]), 50);
  guard.watch();
  await start(stranger, 60);
  await start(family, 60);
  await vi.waitFor(() => expect(family.count()).toBe(0), 5000);
  expect(stranger.count()).toBe(61);
});
