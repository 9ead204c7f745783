import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
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
import type { AdapterOptions } from './adapter-options.ts';
import { type CallRequest, UnknownTool } from './call.ts';
import { ToolError, type ToolServer } from './contract.ts';
import { type Host, type HostOptions, toHost } from './host.ts';
import { openSchema } from './open-schema.ts';
import { progressParams, rootsTimeoutMs, rootUris, silentClient } from './protocol-values.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Adapts a host to the 1.x line of the SDK. */
export function toMcpServer(host: Host, options: AdapterOptions = {}): Server {
  const server = new Server(host.info, {
    capabilities: { tools: {} },
    ...(host.instructions && { instructions: host.instructions }),
  });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [...host.list()] }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    answer({ host, server, options }, extra, params.name, params.arguments),
  );
  return server;
}

/** Serves the servers, or a host, on a transport; dispose the returned host to end them. */
export async function connect(
  servers: readonly ToolServer[] | Host,
  transport: Transport,
  options: HostOptions & AdapterOptions = {},
): Promise<Host> {
  const host = toHost(servers, options);
  await toMcpServer(host, options).connect(transport);
  return host;
}

/**
 * Adds the tools of servers, or of a host, to an `McpServer` beside its own. Dispose the returned
 * host at the end. An app with an `McpServer` for each client gives one host to all of them, so that
 * they share its locks.
 */
export function mount(
  existing: McpServer,
  servers: readonly ToolServer[] | Host,
  options: HostOptions & AdapterOptions = {},
): Host {
  const host = toHost(servers, options);
  for (const { name, inputSchema, outputSchema, ...rest } of host.list())
    existing.registerTool(
      name,
      {
        ...rest,
        inputSchema: openSchema(inputSchema),
        ...(outputSchema && { outputSchema: openSchema(outputSchema) }),
      },
      (args, extra) => answer({ host, server: existing.server, options }, extra, name, args),
    );
  return host;
}

interface Door {
  readonly host: Host;
  readonly server: Server;
  readonly options: AdapterOptions;
}

async function answer(door: Door, extra: Extra, name: string, args: unknown) {
  try {
    return await door.host.call(name, args, callRequest(door, extra));
  } catch (error) {
    if (error instanceof UnknownTool) throw new McpError(ErrorCode.InvalidParams, error.message);
    throw error;
  }
}

const callRequest = ({ server, options }: Door, extra: Extra): CallRequest => ({
  signal: extra.signal,
  // Only HTTP transports tell of the request; without them the connection itself is the session.
  sessionId:
    extra.sessionId ??
    extra.authInfo?.clientId ??
    (extra.requestInfo ? options.sessionWithoutId : 'local'),
  async progress(...report) {
    const params = progressParams(extra._meta?.progressToken, ...report);
    if (params) await extra.sendNotification({ method: 'notifications/progress', params });
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
    const { signal, requestId: relatedRequestId } = extra;
    const options = { signal, relatedRequestId, timeout: rootsTimeoutMs };
    return server.listRoots(undefined, options).then(rootUris, () => {
      throw new ToolError(silentClient);
    });
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
