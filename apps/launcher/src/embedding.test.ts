import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as PairV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  InMemoryTransport as PairV2,
  McpServer as McpServerV2,
} from '@modelcontextprotocol/server';
import {
  callTool,
  createHost,
  defineTool,
  type Host,
  type Slot,
  ToolError,
  type ToolServer,
} from '@std-tools/core';
import * as coreV2 from '@std-tools/core/mcp';
import * as coreV1 from '@std-tools/core/sdk-v1';
import { createFsServer } from '@std-tools/fs';
import { createHelloServer } from '@std-tools/hello';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createServers } from './index.ts';

const info = { name: 'app', version: '9' };
const own = { name: 'own_tool', description: 'The app’s own.' };
const ownReply = async () => ({ content: [{ type: 'text' as const, text: 'own' }] });

interface Embedded extends AsyncDisposable {
  readonly client: ClientV1 | ClientV2;
  readonly host: Host;
}

/** Serves by `connect` to a real client of the same line. */
const connected = {
  async 'SDK 1'(servers: readonly ToolServer[]): Promise<Embedded> {
    const [near, far] = PairV1.createLinkedPair();
    const host = await coreV1.connect(servers, far, { env: {} });
    const client = new ClientV1(info);
    await client.connect(near);
    return embedded(client, host);
  },
  async 'SDK 2'(servers: readonly ToolServer[]): Promise<Embedded> {
    const [near, far] = PairV2.createLinkedPair();
    const host = await coreV2.connect(servers, far, { env: {} });
    const client = new ClientV2(info);
    await client.connect(near);
    return embedded(client, host);
  },
};

/** Serves by `mount` in an app with a tool of its own. */
const mounted = {
  async 'SDK 1'(servers: readonly ToolServer[]): Promise<Embedded> {
    const app = new McpServerV1(info);
    app.registerTool(own.name, own, ownReply);
    const host = coreV1.mount(app, servers, { env: {} });
    const [near, far] = PairV1.createLinkedPair();
    await app.connect(far);
    const client = new ClientV1(info);
    await client.connect(near);
    return embedded(client, host);
  },
  async 'SDK 2'(servers: readonly ToolServer[]): Promise<Embedded> {
    const app = new McpServerV2(info);
    app.registerTool(own.name, own, ownReply);
    const host = coreV2.mount(app, servers, { env: {} });
    const [near, far] = PairV2.createLinkedPair();
    await app.connect(far);
    const client = new ClientV2(info);
    await client.connect(near);
    return embedded(client, host);
  },
};

const embedded = (client: ClientV1 | ClientV2, host: Host): Embedded => ({
  client,
  host,
  async [Symbol.asyncDispose]() {
    await client.close();
    await host[Symbol.asyncDispose]();
  },
});

const lines = ['SDK 1', 'SDK 2'] as const;
const base = { title: 'Tool', description: 'A tool.', hints: { readOnly: true, openWorld: false } };

const measure = defineTool({
  ...base,
  name: 'measure',
  input: z.strictObject({ text: z.string().describe('What to measure') }),
  output: z.object({ length: z.number() }),
  async handler({ text }) {
    if (text === '') throw new ToolError('text is empty: give some');
    return { length: text.length };
  },
});
const measuring = (more: Partial<ToolServer> = {}): ToolServer => ({
  name: 'measure-tools',
  title: 'Measure',
  version: '1.0.0',
  config: [],
  tools: [measure],
  ...more,
});

describe.each(lines)('connect on %s', line => {
  it('serves under the server’s own name, with its instructions', async () => {
    await using app = await connected[line]([measuring({ instructions: 'Measure first.' })]);
    expect(app.client.getServerVersion()).toEqual({
      name: 'measure-tools',
      title: 'Measure',
      version: '1.0.0',
    });
    expect(app.client.getInstructions()).toBe('Measure first.');
  });

  it('serves several servers at once', async () => {
    await using app = await connected[line]([createHelloServer(), measuring()]);
    const { tools } = await app.client.listTools();
    expect(tools.map(tool => tool.name)).toEqual(['say_hello', 'measure']);
  });

  it('lists what the host lists', async () => {
    await using app = await connected[line]([createFsServer(), measuring()]);
    expect((await app.client.listTools()).tools).toEqual(app.host.list());
  });
});

describe.each(lines)('mount on %s', line => {
  it('lists our tools after the app’s own', async () => {
    await using app = await mounted[line]([createHelloServer(), measuring()]);
    const { tools } = await app.client.listTools();
    expect(tools.map(tool => tool.name)).toEqual(['own_tool', 'say_hello', 'measure']);
  });

  it('lists our schemas and hints as they are', async () => {
    await using app = await mounted[line]([measuring()]);
    const { tools } = await app.client.listTools();
    const [wanted] = app.host.list();
    const found = tools.find(tool => tool.name === 'measure');
    expect(found).toMatchObject({ title: 'Tool', annotations: wanted?.annotations });
    expect(found?.inputSchema).toMatchObject({
      type: 'object',
      properties: { text: { type: 'string', description: 'What to measure' } },
      required: ['text'],
      additionalProperties: false,
    });
    expect(found?.outputSchema).toMatchObject({
      type: 'object',
      properties: { length: { type: 'number' } },
      required: ['length'],
    });
  });

  it('answers with structured content', async () => {
    await using app = await mounted[line]([measuring()]);
    await app.client.listTools(); // a client checks results against the schemas it has seen
    expect(
      await app.client.callTool({ name: 'measure', arguments: { text: 'four' } }),
    ).toMatchObject({
      content: [{ type: 'text', text: '{"length":4}' }],
      structuredContent: { length: 4 },
    });
  });

  it.each([
    [{ text: '' }, 'Error: text is empty: give some'],
    [
      { txt: 'a' },
      'Error: invalid arguments for measure\ntext: required (string)\n' +
        'txt: unknown argument; allowed: text',
    ],
    [undefined, 'Error: invalid arguments for measure\ntext: required (string)'],
  ])('keeps our texts for %j', async (args, text) => {
    await using app = await mounted[line]([measuring()]);
    const call = args ? { name: 'measure', arguments: args } : { name: 'measure' };
    expect(await app.client.callTool(call)).toMatchObject({
      content: [{ type: 'text', text }],
      isError: true,
    });
  });

  it('reads arguments that came as JSON text or null, as everywhere', async () => {
    await using app = await mounted[line]([createHelloServer()]);
    const call = (loud: unknown) =>
      app.client.callTool({ name: 'say_hello', arguments: { name: 'Ada', loud } });
    expect(await call('true')).toMatchObject({ content: [{ text: 'HELLO, ADA!' }] });
    expect(await call(null)).toMatchObject({ content: [{ text: 'Hello, Ada!' }] });
  });

  it('leaves the app’s own tool alone', async () => {
    await using app = await mounted[line]([measuring()]);
    expect(await app.client.callTool({ name: 'own_tool' })).toMatchObject({
      content: [{ type: 'text', text: 'own' }],
    });
  });

  it('refuses a name that the app has', async () => {
    const colliding = measuring({ tools: [{ ...measure, name: 'own_tool' }] });
    await expect(mounted[line]([colliding])).rejects.toThrow(/own_tool.* already registered/);
  });

  it('disposes what lives when the host is disposed', async () => {
    const events: string[] = [];
    const slot: Slot<Disposable> = {
      name: 'thing',
      scope: 'session',
      create: () => ({ [Symbol.dispose]: () => void events.push('disposed') }),
    };
    const tool = defineTool({
      ...measure,
      async handler(_, ctx) {
        await ctx.session.get(slot);
        return { length: 0 };
      },
    });
    {
      await using app = await mounted[line]([measuring({ tools: [tool] })]);
      await app.client.callTool({ name: 'measure', arguments: { text: 'a' } });
      expect(events).toEqual([]);
    }
    expect(events).toEqual(['disposed']);
  });
});

describe('callTool', () => {
  it('calls without any protocol', async () => {
    const host = createHost([createHelloServer()], { env: {} });
    expect(await callTool(host, 'say_hello', { name: 'Ada' })).toEqual({
      content: [{ type: 'text', text: 'Hello, Ada!' }],
    });
    await host[Symbol.asyncDispose]();
  });

  it('cancels by a signal', async () => {
    const aborted = AbortSignal.abort(new Error('cancelled'));
    const host = createHost([createFsServer()], { env: {} });
    const search = { path: import.meta.dirname, query: 'x' };
    await expect(callTool(host, 'search_in_files', search, { signal: aborted })).rejects.toThrow(
      'cancelled',
    );
    await host[Symbol.asyncDispose]();
  });
});

it('gives the launcher’s servers for an app of one’s own', async () => {
  await using app = await connected['SDK 2'](await createServers());
  expect((await app.client.listTools()).tools).toHaveLength(30);
});
