import * as z from 'zod';
import { expect, it } from 'vitest';
import type { CallRequest } from './call.ts';
import { callTool } from './call-tool.ts';
import {
  defineTool,
  Illustrated,
  type Reply,
  type ToolContext,
  type ToolDefinition,
  ToolError,
  type ToolServer,
} from './contract.ts';
import { createHost, type HostOptions } from './host.ts';

const texts = { title: 'Tool', description: 'A tool.' };
const hints = { readOnly: true, openWorld: false };

const replying = (handler: (ctx: ToolContext) => Promise<Reply<undefined>>): ToolDefinition =>
  defineTool({
    ...texts,
    name: 'work',
    input: z.strictObject({ count: z.int().optional() }),
    hints,
    handler: (_, ctx) => handler(ctx),
  });

const point = z.object({ label: z.string(), x: z.number().default(0) });
const measuring = (handler: () => Promise<Reply<typeof point>>): ToolDefinition =>
  defineTool({ ...texts, name: 'work', input: z.strictObject({}), output: point, hints, handler });

const failing = (error: unknown) =>
  replying(async () => {
    throw error;
  });

const host = (tool: ToolDefinition, more: Partial<ToolServer> = {}, options?: HostOptions) =>
  createHost(
    [{ name: 'test-tools', title: 'Test', version: '1.0.0', config: [], tools: [tool], ...more }],
    { env: {}, ...options },
  );

const quiet: CallRequest = {
  signal: new AbortController().signal,
  sessionId: 'a',
  progress: async () => {},
  elicit: async () => undefined,
  roots: async () => undefined,
};

it('answers text as one block', async () => {
  expect(await callTool(host(replying(async () => 'done')), 'work')).toEqual({
    content: [{ type: 'text', text: 'done' }],
  });
});

it('answers blocks in their order, bytes as base64', async () => {
  const tool = replying(async () => [
    { type: 'image', data: Uint8Array.of(1, 2, 3), mimeType: 'image/png' },
    { type: 'text', text: 'a picture' },
    { type: 'audio', data: Uint8Array.of(255), mimeType: 'audio/wav' },
  ]);
  expect(await callTool(host(tool), 'work')).toEqual({
    content: [
      { type: 'image', data: 'AQID', mimeType: 'image/png' },
      { type: 'text', text: 'a picture' },
      { type: 'audio', data: '/w==', mimeType: 'audio/wav' },
    ],
  });
});

it('answers an object as structured content and as the same JSON text', async () => {
  const tool = measuring(async () => ({ label: 'a' }));
  expect(await callTool(host(tool), 'work')).toEqual({
    content: [{ type: 'text', text: '{"label":"a","x":0}' }],
    structuredContent: { label: 'a', x: 0 },
  });
});

it('answers what illustrates an object before its JSON', async () => {
  const picture = { type: 'image', data: Uint8Array.of(1), mimeType: 'image/png' } as const;
  const tool = measuring(async () => new Illustrated({ label: 'a', x: 2 }, [picture]));
  expect(await callTool(host(tool), 'work')).toEqual({
    content: [
      { type: 'image', data: 'AQ==', mimeType: 'image/png' },
      { type: 'text', text: '{"label":"a","x":2}' },
    ],
    structuredContent: { label: 'a', x: 2 },
  });
});

it('answers an expected failure with its message alone', async () => {
  const tool = failing(new ToolError('no such file: x\ntry list_directory'));
  expect(await callTool(host(tool), 'work')).toEqual({
    content: [{ type: 'text', text: 'Error: no such file: x\ntry list_directory' }],
    isError: true,
  });
});

it('answers invalid arguments with one fault a line', async () => {
  const tool = replying(async () => 'done');
  expect(await callTool(host(tool), 'work', { count: 'x', size: 1 })).toEqual({
    content: [
      {
        type: 'text',
        text:
          'Error: invalid arguments for work\ncount: must be a number, got "x"\n' +
          'size: unknown argument; allowed: count',
      },
    ],
    isError: true,
  });
});

it.each([undefined, null, [1], 'text'])('takes %j for no arguments', async raw => {
  const reply = await host(replying(async () => 'done')).call('work', raw, quiet);
  expect(reply).toEqual({ content: [{ type: 'text', text: 'done' }] });
});

it.each([
  [new RangeError('first line\nsecond line'), 'Error: work failed: first line'],
  ['only text', 'Error: work failed: only text'],
  [undefined, 'Error: work failed: undefined'],
])('answers an unexpected exception without its stack', async (error, text) => {
  expect(await callTool(host(failing(error)), 'work')).toEqual({
    content: [{ type: 'text', text }],
    isError: true,
  });
});

it('logs an unexpected exception, and no expected failure', async () => {
  const logged: unknown[] = [];
  const log: HostOptions['log'] = (...entry) => void logged.push(entry);
  const error = new RangeError('bug');
  await callTool(host(failing(error), {}, { log }), 'work');
  await callTool(host(failing(new ToolError('expected')), {}, { log }), 'work');
  expect(logged).toEqual([['error', 'work failed', { error }]]);
});

const wrong = 'Error: work failed: x: Invalid input: expected number, received string';

it('says where an object does not fit what its tool declares', async () => {
  const tool = measuring(async () => JSON.parse('{"label":"a","x":"far"}'));
  expect(await callTool(host(tool), 'work')).toEqual({
    content: [{ type: 'text', text: wrong }],
    isError: true,
  });
});

it('says where data did not fit a schema that a handler read it with', async () => {
  const tool = replying(async () => point.parse({ label: 'a', x: 'far' }).label);
  expect(await callTool(host(tool), 'work')).toEqual({
    content: [{ type: 'text', text: wrong }],
    isError: true,
  });
});

it.each([
  [new ToolError('gone', { code: 'not_found' }), {}, 'not_found: gone'],
  [new ToolError('gone'), {}, 'tool_error: gone'],
  [new Error('bug'), {}, 'internal_error: work failed: bug'],
  [
    undefined,
    { count: 'x' },
    'invalid_request: invalid arguments for work\ncount: must be a number, got "x"',
  ],
])('lets a server word its failures', async (error, args, text) => {
  const worded = host(failing(error), {
    formatError: ({ code, message }) => `${code}: ${message}`,
  });
  expect(await callTool(worded, 'work', args)).toEqual({
    content: [{ type: 'text', text }],
    isError: true,
  });
});

const lone = 'a\ud800b\udc00c';
const mended = 'a\ufffdb\ufffdc';

it('mends lone surrogates in texts', async () => {
  const text = replying(async () => lone);
  const blocks = replying(async () => [{ type: 'text', text: lone }]);
  expect([await callTool(host(text), 'work'), await callTool(host(blocks), 'work')]).toEqual([
    { content: [{ type: 'text', text: mended }] },
    { content: [{ type: 'text', text: mended }] },
  ]);
});

it('mends lone surrogates in objects and in what illustrates them', async () => {
  const tool = measuring(
    async () => new Illustrated({ label: lone }, [{ type: 'text', text: lone }]),
  );
  expect(await callTool(host(tool), 'work')).toEqual({
    content: [
      { type: 'text', text: mended },
      { type: 'text', text: `{"label":"${mended}","x":0}` },
    ],
    structuredContent: { label: mended, x: 0 },
  });
});

it('mends lone surrogates in failures', async () => {
  const reply = await callTool(host(failing(new ToolError(lone))), 'work');
  expect(reply.content).toEqual([{ type: 'text', text: `Error: ${mended}` }]);
});

it('leaves whole characters beyond the basic plane alone', async () => {
  const reply = await callTool(host(replying(async () => 'a😀b')), 'work');
  expect(reply.content).toEqual([{ type: 'text', text: 'a😀b' }]);
});

it('hands progress on', async () => {
  const reports: unknown[] = [];
  const tool = replying(async ctx => {
    await ctx.progress(1, 2, 'half');
    return 'done';
  });
  await host(tool).call(
    'work',
    {},
    { ...quiet, progress: async (...one) => void reports.push(one) },
  );
  expect(reports).toEqual([[1, 2, 'half']]);
});

it('does not fail a call because its client is gone when progress is told', async () => {
  const tool = replying(async ctx => {
    await ctx.progress(1);
    return 'done';
  });
  const gone = { ...quiet, progress: () => Promise.reject(new Error('client is gone')) };
  expect(await host(tool).call('work', {}, gone)).toEqual({
    content: [{ type: 'text', text: 'done' }],
  });
});

it('throws what a cancelled call throws, for there is nobody to answer', async () => {
  const cancel = new AbortController();
  const tool = replying(async ctx => {
    cancel.abort(new Error('cancelled'));
    ctx.signal.throwIfAborted();
    return 'done';
  });
  const call = host(tool).call('work', {}, { ...quiet, signal: cancel.signal });
  await expect(call).rejects.toThrow('cancelled');
});

it('names the tools there are when one is unknown', async () => {
  const unknown = callTool(host(replying(async () => 'done')), 'wrok');
  await expect(unknown).rejects.toThrow('unknown tool "wrok"; known: work');
});

it('gives a tool its signal, session and questions', async () => {
  const cancel = new AbortController();
  const request: CallRequest = {
    ...quiet,
    signal: cancel.signal,
    sessionId: 'mine',
    roots: async () => ['file:///data'],
  };
  const tool = replying(async ctx =>
    JSON.stringify([ctx.signal === cancel.signal, ctx.session.id, await ctx.roots()]),
  );
  expect(await host(tool).call('work', {}, request)).toEqual({
    content: [{ type: 'text', text: '[true,"mine",["file:///data"]]' }],
  });
});
