import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { type CallRequest, UnknownTool } from './call.ts';
import type { ToolServer } from './contract.ts';
import { createHost, type Host, type HostOptions } from './host.ts';
import { openSchema } from './open-schema.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Adapts a host to the 1.x line of the SDK. */
export function toMcpServer(host: Host): Server {
  const server = new Server(host.info, {
    capabilities: { tools: {} },
    ...(host.instructions && { instructions: host.instructions }),
  });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [...host.list()] }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    answer(host, server, extra, params.name, params.arguments),
  );
  return server;
}

/** Serves the servers on a transport; dispose the returned host to end them. */
export async function connect(
  servers: readonly ToolServer[],
  transport: Transport,
  options: HostOptions = {},
): Promise<Host> {
  const host = createHost(servers, options);
  await toMcpServer(host).connect(transport);
  return host;
}

/** Adds the servers' tools to an `McpServer` beside its own; dispose the host at the end. */
export function mount(
  existing: McpServer,
  servers: readonly ToolServer[],
  options: HostOptions = {},
): Host {
  const host = createHost(servers, options);
  for (const { name, inputSchema, outputSchema, ...rest } of host.list())
    existing.registerTool(
      name,
      {
        ...rest,
        inputSchema: openSchema(inputSchema),
        ...(outputSchema && { outputSchema: openSchema(outputSchema) }),
      },
      (args, extra) => answer(host, existing.server, extra, name, args),
    );
  return host;
}

async function answer(host: Host, server: Server, extra: Extra, name: string, args: unknown) {
  try {
    return await host.call(name, args, callRequest(server, extra));
  } catch (error) {
    if (error instanceof UnknownTool) throw new McpError(ErrorCode.InvalidParams, error.message);
    throw error;
  }
}

const callRequest = (server: Server, extra: Extra): CallRequest => ({
  signal: extra.signal,
  sessionId: extra.sessionId ?? 'local',
  async progress(progress, total, message) {
    const progressToken = extra._meta?.progressToken;
    if (progressToken === undefined) return;
    const params = {
      progressToken,
      progress,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message: message.toWellFormed() }),
    };
    await extra.sendNotification({ method: 'notifications/progress', params });
  },
  async elicit(_key, message, schema) {
    if (!server.getClientCapabilities()?.elicitation) return undefined;
    const { $schema: _, ...json } = z.toJSONSchema(schema);
    const requestedSchema = formSchema.parse(json);
    const reply = await server.elicitInput(
      { mode: 'form', message, requestedSchema },
      { signal: extra.signal, relatedRequestId: extra.requestId },
    );
    if (reply.action !== 'accept') return undefined;
    const content = schema.safeParse(reply.content);
    return content.success ? content.data : undefined;
  },
  async roots() {
    if (!server.getClientCapabilities()?.roots) return undefined;
    const { roots } = await server.listRoots(undefined, {
      signal: extra.signal,
      relatedRequestId: extra.requestId,
    });
    return roots.map(root => root.uri);
  },
});

const formField = z.custom<{ type: 'string' }>(
  value => typeof value === 'object' && value !== null && 'type' in value,
);
const formSchema = z.object({
  type: z.literal('object'),
  properties: z.record(z.string(), formField),
  required: z.array(z.string()).optional(),
});
