import { once } from 'node:events';
import { join } from 'node:path';
import { defineTool, type ToolServer } from '@std-tools/core';
import { connectClient, processGroup, testFolder } from '@std-tools/testing';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { type Child, Children, childrenSlot, endGroup } from './children.ts';

const { signal } = new AbortController();

/** Starts a shell; its first line of output tells that all of the script before it has run. */
async function start(children: Children, script: string, options: { signal?: AbortSignal } = {}) {
  const child = children.spawn('/bin/sh', ['-c', script], { signal, ...options });
  await once(child.stdout, 'data');
  return child;
}

const twoProcesses = 'sleep 600 & echo ready; wait';
const groupOf = ({ pid = 0 }: Child) => processGroup(pid);
/** Waits for the kernel; a killed process is gone a moment later. */
const expectGone = (child: Child) =>
  vi.waitFor(() => {
    expect(groupOf(child)).toEqual([]);
  });

describe('Children', () => {
  it('gives a child the arguments as they are', async () => {
    using children = new Children(process.env);
    const child = children.spawn('/bin/echo', ['-n', '$HOME', 'a b', ''], { signal });
    const [output] = await once(child.stdout.setEncoding('utf8'), 'data');
    expect(output).toBe('$HOME a b ');
  });

  it('starts a child in the folder given and with the environment of the list', async () => {
    await using folder = await testFolder();
    using children = new Children({ ONE: '1', PATH: '' });
    const child = children.spawn('/bin/sh', ['-c', 'echo "$(pwd) $ONE $PATH"'], {
      signal,
      cwd: folder.path,
    });
    const [output] = await once(child.stdout.setEncoding('utf8'), 'data');
    expect(output).toBe(`${folder.path} 1 \n`);
  });

  it('closes stdin, so that a child which reads it ends', async () => {
    using children = new Children(process.env);
    const child = children.spawn('/bin/cat', [], { signal });
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('keeps stdout and stderr apart', async () => {
    using children = new Children(process.env);
    const child = children.spawn('/bin/sh', ['-c', 'echo out; echo err >&2'], { signal });
    const [[out], [err]] = await Promise.all([
      once(child.stdout.setEncoding('utf8'), 'data'),
      once(child.stderr.setEncoding('utf8'), 'data'),
    ]);
    expect([out, err]).toEqual(['out\n', 'err\n']);
  });

  it('starts each child in a group of its own, with what the child starts', async () => {
    using children = new Children(process.env);
    const child = await start(children, twoProcesses);
    const commands = () => groupOf(child).map(line => line.replace(/^\d+ /, ''));
    await vi.waitFor(() => {
      expect(commands()).toEqual([`/bin/sh -c ${twoProcesses}`, 'sleep 600']);
    });
  });

  it('kills the group when the call is aborted', async () => {
    using children = new Children(process.env);
    const cancel = new AbortController();
    const child = await start(children, twoProcesses, { signal: cancel.signal });
    cancel.abort();
    await expectGone(child);
  });

  it('kills a group that ignores requests to end', async () => {
    using children = new Children(process.env);
    const cancel = new AbortController();
    const child = await start(children, `trap '' TERM INT HUP; ${twoProcesses}`, {
      signal: cancel.signal,
    });
    cancel.abort();
    await expectGone(child);
  });

  it('kills all groups when it is disposed', async () => {
    const children = new Children(process.env);
    const started = [await start(children, twoProcesses), await start(children, twoProcesses)];
    children[Symbol.dispose]();
    for (const child of started) await expectGone(child);
  });

  it('kills what a child that has ended left behind', async () => {
    const children = new Children(process.env);
    const child = children.spawn('/bin/sh', ['-c', 'sleep 600 & exit 0'], { signal });
    await once(child, 'exit');
    await vi.waitFor(() => {
      expect(groupOf(child)).toEqual([expect.stringMatching(/^\d+ sleep 600$/)]);
    });
    children[Symbol.dispose]();
    await expectGone(child);
  });

  it('kills all groups when the process exits', async () => {
    using children = new Children(process.env);
    const child = await start(children, twoProcesses);
    process.listeners('exit').at(-1)?.(0);
    await expectGone(child);
  });

  it('leaves no listener behind', async () => {
    const before = process.listenerCount('exit');
    for (let round = 0; round < 20; round += 1) {
      using children = new Children(process.env);
      const child = children.spawn('/bin/true', [], { signal });
      await once(child, 'close');
      expect(process.listenerCount('exit')).toBe(before + 1);
    }
    expect(process.listenerCount('exit')).toBe(before);
  });

  it('starts nothing for a call that is aborted already', async () => {
    await using folder = await testFolder();
    using children = new Children(process.env);
    const spawn = () =>
      children.spawn('/bin/touch', [join(folder.path, 'made')], {
        signal: AbortSignal.abort(new Error('cancelled')),
      });
    expect(spawn).toThrow('cancelled');
  });

  it('tells of a program that does not exist by an event', async () => {
    using children = new Children(process.env);
    const child = children.spawn('/no/such/program', [], { signal });
    const [error] = await once(child, 'error');
    expect(error).toMatchObject({ code: 'ENOENT' });
  });
});

describe('endGroup', () => {
  it('does nothing to a child that never started', async () => {
    using children = new Children(process.env);
    const child = children.spawn('/no/such/program', [], { signal });
    await once(child, 'error');
    expect(() => endGroup(child)).not.toThrow();
  });

  it('does nothing to a child that has ended', async () => {
    using children = new Children(process.env);
    const child = children.spawn('/bin/true', [], { signal });
    await once(child, 'close');
    expect(() => endGroup(child)).not.toThrow();
    expect(child.exitCode).toBe(0);
  });
});

describe('childrenSlot', () => {
  const starter: ToolServer = {
    name: 'starter',
    title: 'Starter',
    version: '0',
    config: [],
    tools: [
      defineTool({
        name: 'start',
        title: 'Start',
        description: 'Starts a process that never ends and returns its number.',
        input: z.strictObject({}),
        hints: { readOnly: false, openWorld: false },
        async handler(_args, ctx) {
          const children = await ctx.session.get(childrenSlot);
          return `${children.spawn('/bin/sleep', ['600'], { signal }).pid}`;
        },
      }),
    ],
  };

  it('keeps children alive after their call and ends them with the host', async () => {
    let groups: number[];
    {
      await using client = await connectClient([starter]);
      groups = [Number(await client.call('start')), Number(await client.call('start'))];
      for (const group of groups) expect(processGroup(group)).toHaveLength(1);
    }
    for (const group of groups)
      await vi.waitFor(() => {
        expect(processGroup(group)).toEqual([]);
      });
  });
});

it('gives children the host’s environment without our own secrets', async () => {
  const probe: ToolServer = {
    name: 'probe-tools',
    title: 'Probe',
    version: '1.0.0',
    config: [],
    tools: [
      defineTool({
        name: 'print_environment',
        title: 'Print environment',
        description: 'Prints it.',
        input: z.strictObject({}),
        hints: { readOnly: true, openWorld: false },
        async handler(_, ctx) {
          const children = await ctx.session.get(childrenSlot);
          const child = children.spawn('/usr/bin/env', [], { signal: ctx.signal });
          return (await child.stdout.setEncoding('utf8').toArray()).join('');
        },
      }),
    ],
  };
  const env = { ONE: '1', DPTTOOLS_HTTP_TOKEN: 'hush', LLMWHISPERER_API_KEY: 'hush' };
  await using client = await connectClient([probe], { env });
  expect(await client.call('print_environment')).toBe('ONE=1\n');
});
