import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  inputResponse,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import type { AdapterOptions } from './adapter-options.ts';
import { type CallRequest, UnknownTool } from './call.ts';
import { ToolError, type ToolServer } from './contract.ts';
import { type Host, type HostOptions, toHost } from './host.ts';
import { InputNeeded } from './input-needed.ts';
import { openSchema } from './open-schema.ts';
import { progressParams, rootsTimeoutMs, rootUris, silentClient } from './protocol-values.ts';

type Envelope = { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities };
type InputRequest = ReturnType<typeof inputRequired.listRoots>;

/** Adapts a host to the 2.x line of the SDK, which serves the 2025 and the 2026 protocol. */
export function toMcpServer(host: Host, options: AdapterOptions = {}): Server {
  const server = new Server(host.info, {
    capabilities: { tools: {} },
    ...(host.instructions && { instructions: host.instructions }),
  });
  server.setRequestHandler('tools/list', async () => ({ tools: [...host.list()] }));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    answer({ host, server, options }, context, params.name, params.arguments),
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
      (args, context) => answer({ host, server: existing.server, options }, context, name, args),
    );
  return host;
}

interface Door {
  readonly host: Host;
  readonly server: Server;
  readonly options: AdapterOptions;
}

async function answer(door: Door, context: ServerContext, name: string, args: unknown) {
  try {
    return await door.host.call(name, args, callRequest(door, context));
  } catch (error) {
    if (error instanceof UnknownTool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    if (error instanceof InputNeeded) return inputRequired({ inputRequests: error.requests });
    throw error;
  }
}

function callRequest({ server, options }: Door, context: ServerContext): CallRequest {
  const { mcpReq, sessionId, http } = context;
  // A 2026 client tells with each request what it can do, a 2025 client once.
  const envelope: Envelope | undefined = mcpReq.envelope;
  const can = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  // Answers come one round late and only for what that round asked, so every round asks all anew.
  const asked: Record<string, InputRequest> = {};
  const ask = (key: string, request: InputRequest) => {
    asked[key] = request;
    const response = inputResponse(mcpReq.inputResponses, key);
    if (response.kind === 'missing') throw new InputNeeded(asked);
    return response;
  };
  return {
    signal: mcpReq.signal,
    // Without HTTP the connection itself is the session.
    sessionId: sessionId ?? http?.authInfo?.clientId ?? (http ? options.sessionWithoutId : 'local'),
    async progress(...report) {
      const params = progressParams(mcpReq._meta?.progressToken, ...report);
      if (params) await mcpReq.notify({ method: 'notifications/progress', params });
    },
    async elicit(key, message, schema) {
      if (!can?.elicitation) return undefined;
      const request = inputRequired.elicit({ message, requestedSchema: schema });
      const response = ask(key, request);
      if (response.kind !== 'elicit' || response.action !== 'accept') return undefined;
      const content = schema.safeParse(response.content);
      return content.success ? content.data : undefined;
    },
    async roots() {
      if (!can?.roots) return undefined;
      if (envelope) return rootUris(ask('roots', inputRequired.listRoots()));
      const options = { signal: mcpReq.signal, timeout: rootsTimeoutMs };
      return mcpReq.send({ method: 'roots/list' }, options).then(rootUris, () => {
        throw new ToolError(silentClient);
      });
    },
  };
}
