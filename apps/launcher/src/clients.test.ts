import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
  type Transport as TransportV2,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport as PairV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import {
  InMemoryTransport as PairV2,
  McpServer as McpServerV2,
} from '@modelcontextprotocol/server';
import type { ToolServer } from '@std-tools/core';
import * as coreV2 from '@std-tools/core/mcp';
import * as coreV1 from '@std-tools/core/sdk-v1';
import { type CallOptions, testFolder } from '@std-tools/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { bareEnvironment, bin, probePlugin, startHttp } from '../../../tests/launcher.ts';

const { createProbeServer }: { createProbeServer(): ToolServer } = await import(probePlugin);

/** A way to reach the probe server, with a transport for each line of the SDK. */
interface Way extends AsyncDisposable {
  v1(): Promise<TransportV1>;
  v2(): Promise<TransportV2>;
}

const info = { name: 'test', version: '0' };
const probeOnly = ['--servers', '', '--plugin', probePlugin];

function inMemory(mounted: boolean): Way {
  const hosts: AsyncDisposable[] = [];
  return {
    async v1() {
      const [near, far] = PairV1.createLinkedPair();
      if (!mounted) hosts.push(await coreV1.connect([createProbeServer()], far, { env: {} }));
      else {
        const app = new McpServerV1(info);
        hosts.push(coreV1.mount(app, [createProbeServer()], { env: {} }));
        await app.connect(far);
      }
      return near;
    },
    async v2() {
      const [near, far] = PairV2.createLinkedPair();
      if (!mounted) hosts.push(await coreV2.connect([createProbeServer()], far, { env: {} }));
      else {
        const app = new McpServerV2(info);
        hosts.push(coreV2.mount(app, [createProbeServer()], { env: {} }));
        await app.connect(far);
      }
      return near;
    },
    async [Symbol.asyncDispose]() {
      for (const host of hosts) await host[Symbol.asyncDispose]();
    },
  };
}

function overStdio(): Way {
  const command = {
    command: process.execPath,
    args: [bin, ...probeOnly],
    env: bareEnvironment(),
    stderr: 'ignore' as const,
  };
  return {
    v1: async () => new StdioV1(command),
    v2: async () => new StdioV2(command),
    async [Symbol.asyncDispose]() {},
  };
}

async function overHttp(token?: string): Promise<Way> {
  const env: Record<string, string> = token === undefined ? {} : { DPTTOOLS_HTTP_TOKEN: token };
  const launcher = await startHttp(probeOnly, { env });
  const headers: Record<string, string> =
    token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const options = { requestInit: { headers } };
  return {
    v1: async () => new HttpV1(new URL(launcher.url), options),
    v2: async () => new HttpV2(new URL(launcher.url), options),
    [Symbol.asyncDispose]: () => launcher[Symbol.asyncDispose](),
  };
}

const processWays = [
  ['the launcher over stdio', async () => overStdio()],
  ['the launcher over HTTP', () => overHttp()],
  ['the launcher over HTTP with a token', () => overHttp('hush')],
] as const;
const allWays = [
  ['connect in this process', async () => inMemory(false)],
  ['mount in this process', async () => inMemory(true)],
  ...processWays,
] as const;

/** What a client answers to the server's questions; one without answers offers nothing. */
interface Answers {
  readonly roots: readonly string[];
  readonly colour?: string;
  /** The questions that were put to it. */
  readonly asked: string[];
}
interface Reply {
  readonly text: string;
  readonly isError: boolean;
}
interface AnyClient extends AsyncDisposable {
  protocol(): string | undefined;
  names(): Promise<string[]>;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Reply>;
}

const capabilities = { roots: {}, elicitation: {} };
const rootList = ({ roots }: Answers) => ({ roots: roots.map(uri => ({ uri })) });
const elicited = ({ colour }: Answers) =>
  colour === undefined
    ? { action: 'decline' as const }
    : { action: 'accept' as const, content: { colour } };
const replySchema = z.object({
  content: z.tuple([z.object({ text: z.string() })]),
  isError: z.boolean().default(false),
});
function reply(raw: unknown): Reply {
  const { content, isError } = replySchema.parse(raw);
  return { text: content[0].text, isError };
}

async function clientV1(way: Way, answers?: Answers): Promise<AnyClient> {
  const client = new ClientV1(info, { capabilities: answers ? capabilities : {} });
  if (answers) {
    client.setRequestHandler(ListRootsRequestSchema, () => rootList(answers));
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      answers.asked.push(params.message);
      return elicited(answers);
    });
  }
  const transport = await way.v1();
  let version: string | undefined;
  transport.setProtocolVersion = negotiated => void (version = negotiated);
  await client.connect(transport);
  return {
    protocol: () => version,
    names: async () => (await client.listTools()).tools.map(tool => tool.name),
    call: async (name, args = {}, options = {}) =>
      reply(await client.callTool({ name, arguments: args }, undefined, options)),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function clientV2(way: Way, mode: 'legacy' | 'auto', answers?: Answers): Promise<AnyClient> {
  const client = new ClientV2(info, {
    capabilities: answers ? capabilities : {},
    versionNegotiation: { mode },
  });
  if (answers) {
    client.setRequestHandler('roots/list', async () => rootList(answers));
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      answers.asked.push(params.message);
      return elicited(answers);
    });
  }
  await client.connect(await way.v2());
  return {
    protocol: () => client.getNegotiatedProtocolVersion(),
    names: async () => (await client.listTools()).tools.map(tool => tool.name),
    call: async (name, args = {}, options = {}) =>
      reply(await client.callTool({ name, arguments: args }, options)),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

type Connect = (way: Way, answers?: Answers) => Promise<AnyClient>;
const sdk1: Connect = clientV1;
const sdk2: Connect = (way, answers) => clientV2(way, 'legacy', answers);
const sdk2026: Connect = (way, answers) => clientV2(way, 'auto', answers);

const pairs = [
  ...allWays.flatMap(([name, open]) => [
    [`SDK 1 through ${name}`, '2025-11-25', sdk1, open] as const,
    [`SDK 2 through ${name}`, '2025-11-25', sdk2, open] as const,
  ]),
  ...processWays.map(
    ([name, open]) => [`SDK 2 for 2026 through ${name}`, '2026-07-28', sdk2026, open] as const,
  ),
];

describe.each(pairs)('%s', (_name, version, connect, open) => {
  let way: Way;
  beforeAll(async () => {
    way = await open();
  });
  afterAll(() => way[Symbol.asyncDispose]());
  const use = async (test: (client: AnyClient) => Promise<void>, answers?: Answers) => {
    await using client = await connect(way, answers);
    await test(client);
  };

  it(`speaks ${version}, lists, calls, and keeps what lives between calls`, () =>
    use(async client => {
      expect(client.protocol()).toBe(version);
      expect(await client.names()).toContain('probe_count');
      const first = Number((await client.call('probe_count')).text);
      expect(await client.call('probe_count')).toEqual({ text: `${first + 1}`, isError: false });
    }));

  it('gives failures in our words', () =>
    use(async client => {
      expect(await client.call('probe_fail')).toEqual({
        text: 'Error: probe_fail failed: a bug',
        isError: true,
      });
      expect(await client.call('probe_count', { size: 1 })).toEqual({
        text: 'Error: invalid arguments for probe_count\nsize: unknown argument; allowed: none',
        isError: true,
      });
    }));

  it('answers an unknown tool with an error of the protocol', () =>
    use(async client => {
      // SDK 1's McpServer, in an app that mounts us, makes a reply of it.
      const answer = await client.call('probe_nothing').then(
        ({ text }) => text,
        (error: Error) => error.message,
      );
      expect(answer).toMatch(/unknown tool "probe_nothing"; known: probe_count, |not found/);
    }));

  it('tells progress', () =>
    use(async client => {
      await using folder = await testFolder();
      const file = join(folder.path, 'received');
      const reports: unknown[] = [];
      const onprogress = (report: unknown) => {
        if (reports.push(report) === 2) writeFileSync(file, '');
      };
      expect((await client.call('probe_report', { file }, { onprogress })).text).toBe('reported');
      expect(reports).toEqual([
        { progress: 1, total: 2, message: 'half' },
        { progress: 2, total: 2, message: 'done' },
      ]);
    }));

  it('cancels', () =>
    use(async client => {
      await using folder = await testFolder();
      const file = join(folder.path, 'notes');
      const notes = () => readFile(file, 'utf8');
      const cancel = new AbortController();
      const call = client.call('probe_wait', { file }, { signal: cancel.signal });
      call.catch(() => {});
      await vi.waitFor(async () => expect(await notes()).toBe('started\n'), 5000);
      cancel.abort();
      await expect(call).rejects.toThrow();
      await vi.waitFor(async () => expect(await notes()).toBe('started\naborted\n'), 5000);
      expect((await client.call('probe_count')).isError).toBe(false);
    }));

  it('asks for the roots, then the user', () => {
    const answers = { roots: ['file:///data', 'file:///more'], colour: 'red', asked: [] };
    return use(async client => {
      expect(await client.call('probe_ask')).toEqual({
        text: '{"roots":["file:///data","file:///more"],"answer":{"colour":"red"}}',
        isError: false,
      });
      expect(answers.asked).toEqual(['Which colour for file:///data,file:///more?']);
    }, answers);
  });

  it('takes a refusal of the user', () =>
    use(
      async client => {
        expect((await client.call('probe_ask')).text).toBe('{"roots":[]}');
      },
      { roots: [], asked: [] },
    ));

  it('asks no client that cannot answer', () =>
    use(async client => {
      expect(await client.call('probe_ask')).toEqual({ text: '{}', isError: false });
    }));
});
