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
import * as z from 'zod';
import { type CallRequest, UnknownTool } from './call.ts';
import type { ToolServer } from './contract.ts';
import { createHost, type Host, type HostOptions } from './host.ts';
import { InputNeeded } from './input-needed.ts';
import { openSchema } from './open-schema.ts';

type Envelope = { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities };
type InputRequest = ReturnType<typeof inputRequired.listRoots>;

/** Says whose state a call may use, when its transport names no session. */
export interface AdapterOptions {
  /** The session of calls without one; undefined refuses tools that keep live state. */
  readonly sessionWithoutId: string | undefined;
}

/** Adapts a host to the 2.x line of the SDK, which serves the 2025 and the 2026 protocol. */
export function toMcpServer(
  host: Host,
  { sessionWithoutId }: AdapterOptions = { sessionWithoutId: 'local' },
): Server {
  const server = new Server(host.info, {
    capabilities: { tools: {} },
    ...(host.instructions && { instructions: host.instructions }),
  });
  server.setRequestHandler('tools/list', async () => ({ tools: [...host.list()] }));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    answer(host, server, context, params.name, params.arguments, sessionWithoutId),
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
      (args, context) => answer(host, existing.server, context, name, args, 'local'),
    );
  return host;
}

async function answer(
  host: Host,
  server: Server,
  context: ServerContext,
  name: string,
  args: unknown,
  sessionWithoutId: string | undefined,
) {
  try {
    return await host.call(name, args, callRequest(server, context, sessionWithoutId));
  } catch (error) {
    if (error instanceof UnknownTool)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    if (error instanceof InputNeeded) return inputRequired({ inputRequests: error.requests });
    throw error;
  }
}

function callRequest(
  server: Server,
  { mcpReq, sessionId, http }: ServerContext,
  sessionWithoutId: string | undefined,
): CallRequest {
  // A 2026 client tells with each request what it can do, a 2025 client once.
  const envelope: Envelope = mcpReq.envelope ?? {};
  const can = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
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
    sessionId: sessionId ?? http?.authInfo?.clientId ?? sessionWithoutId,
    async progress(progress, total, message) {
      const progressToken = mcpReq._meta?.progressToken;
      if (progressToken === undefined) return;
      const params = {
        progressToken,
        progress,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message: message.toWellFormed() }),
      };
      await mcpReq.notify({ method: 'notifications/progress', params });
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
      const response = ask('roots', inputRequired.listRoots());
      const parsed = rootList.safeParse(response);
      return parsed.success ? parsed.data.roots.map(root => root.uri) : undefined;
    },
  };
}

const rootList = z.object({ roots: z.array(z.object({ uri: z.string() })) });
