import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClient, processGroup, testServer } from '@std-tools/testing';
import { expect, it, vi } from 'vitest';
import contract from '../contract.json' with { type: 'json' };
import { createExecServer } from './server.ts';

testServer({
  create: () => createExecServer({ timeoutSeconds: 2 }),
  snapshot: '../tools.snapshot.json',
  contract,
  maxListCharacters: 1400,
  samples: () => ({ command: ['true', 'echo hi', 'exit 3', 'no-such-program', '('] }),
  /** A command that never ends and notes its process group. */
  slow: async dir => {
    const noted = join(dir, 'pid');
    const pid = async () => Number(await readFile(noted, 'utf8'));
    return {
      server: createExecServer(),
      name: 'execute_command',
      args: { command: `trap '' TERM; echo $$ > ${noted}; sleep 600` },
      started: () => vi.waitFor(async () => expect(await pid()).toBeGreaterThan(0)),
      stopped: async () => {
        const group = await pid();
        await vi.waitFor(() => expect(processGroup(group)).toEqual([]), { timeout: 3000 });
        return true;
      },
    };
  },
});

it.each([
  ['roots without the sandbox', { roots: ['/'] }, 1],
  ['roots and the sandbox', { roots: ['/'], sandbox: 'bwrap' as const }, 0],
  ['no roots', {}, 0],
])('warns %s: %j', async (_what, settings, count) => {
  const server = createExecServer(settings);
  await using client = await connectClient([server]);
  const warnings = server.warnings?.(table => {
    const given: Record<string, object> = { ...server.overrides };
    const defaults = Object.entries(table.fields).map(([key, one]) => [key, one.default]);
    return { ...Object.fromEntries(defaults), ...given[table.area] };
  });
  expect(warnings).toHaveLength(count);
  expect(client.host.tools.size).toBe(2);
});
