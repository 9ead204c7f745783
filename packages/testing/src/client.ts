import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as PairV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { InMemoryTransport as PairV2 } from '@modelcontextprotocol/server';
import { createHost, type Environment, type Host, type ToolServer } from '@std-tools/core';
import { toMcpServer as toServerV2 } from '@std-tools/core/mcp';
import { toMcpServer as toServerV1 } from '@std-tools/core/sdk-v1';
import * as z from 'zod';

/** The two lines of the SDK that every server runs on. */
export const sdkLines = ['sdk 1', 'sdk 2'] as const;
export type SdkLine = (typeof sdkLines)[number];

export interface ClientOptions {
  readonly line?: SdkLine;
  /** The environment that settings are read from; empty by default. */
  readonly env?: Environment;
  /** URIs that the client offers as its roots; `silent` offers them and never tells. */
  readonly roots?: Roots;
}

export type Content = z.output<typeof contentSchema>;
const contentSchema = z.object({
  content: z.array(
    z.looseObject({
      type: z.string(),
      text: z.string().optional(),
      data: z.string().optional(),
      mimeType: z.string().optional(),
    }),
  ),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().optional(),
});

export interface TestClient extends AsyncDisposable {
  readonly host: Host;
  /** The text of a successful reply, its text blocks joined by line breaks; throws on an error. */
  call(name: string, args?: Record<string, unknown>): Promise<string>;
  /** The text of an error reply; throws when the call succeeded. */
  error(name: string, args?: Record<string, unknown>): Promise<string>;
  /** The reply as it came, with progress reports counted. */
  raw(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Content>;
  list(): Promise<readonly Listed[]>;
}
export interface CallOptions {
  readonly signal?: AbortSignal;
  onprogress?(report: { progress: number; message?: string | undefined }): void;
}
export type Listed = z.output<typeof listedSchema>;
const listedSchema = z.looseObject({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.looseObject({
    type: z.literal('object'),
    properties: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.unknown().optional(),
  }),
  outputSchema: z.looseObject({ type: z.literal('object') }).optional(),
  annotations: z.record(z.string(), z.unknown()).optional(),
});

/** A real client connected in memory to servers, on one of the SDK lines (2 by default). */
export async function connectClient(
  servers: readonly ToolServer[],
  { line = 'sdk 2', env = {}, roots }: ClientOptions = {},
): Promise<TestClient> {
  const host = createHost(servers, { name: 'test', version: '0', env });
  const client = await (line === 'sdk 1' ? connectV1 : connectV2)(host, roots);
  const raw: TestClient['raw'] = async (name, args = {}, options = {}) =>
    contentSchema.parse(await client.callTool({ name, arguments: args }, options));
  const text = ({ content }: Content) => content.map(block => block.text ?? '').join('\n');
  return {
    host,
    raw,
    async call(name, args) {
      const reply = await raw(name, args);
      if (reply.isError) throw new Error(text(reply));
      return text(reply);
    },
    async error(name, args) {
      const reply = await raw(name, args);
      if (!reply.isError) throw new Error(`expected an error, got: ${text(reply)}`);
      return text(reply);
    },
    list: async () => z.array(listedSchema).parse((await client.listTools()).tools),
    async [Symbol.asyncDispose]() {
      await client.close();
      await host[Symbol.asyncDispose]();
    },
  };
}

interface PlainClient {
  callTool(
    params: { name: string; arguments: Record<string, unknown> },
    options: CallOptions,
  ): Promise<unknown>;
  listTools(): Promise<{ tools: unknown[] }>;
  close(): Promise<void>;
}
const info = { name: 'test', version: '0' };
type Roots = readonly string[] | 'silent';
const rootList = (roots: Roots) =>
  roots === 'silent'
    ? new Promise<never>(() => {})
    : Promise.resolve({ roots: roots.map(uri => ({ uri })) });

async function connectV1(host: Host, roots?: Roots): Promise<PlainClient> {
  const client = new ClientV1(info, { capabilities: roots ? { roots: {} } : {} });
  if (roots) client.setRequestHandler(ListRootsRequestSchema, () => rootList(roots));
  const [near, far] = PairV1.createLinkedPair();
  await toServerV1(host).connect(far);
  await client.connect(near);
  return {
    callTool: (params, options) => client.callTool(params, undefined, options),
    listTools: () => client.listTools(),
    close: () => client.close(),
  };
}

async function connectV2(host: Host, roots?: Roots): Promise<PlainClient> {
  const client = new ClientV2(info, { capabilities: roots ? { roots: {} } : {} });
  if (roots) client.setRequestHandler('roots/list', () => rootList(roots));
  const [near, far] = PairV2.createLinkedPair();
  await toServerV2(host).connect(far);
  await client.connect(near);
  return {
    callTool: (params, options) => client.callTool(params, options),
    listTools: () => client.listTools(),
    close: () => client.close(),
  };
}
