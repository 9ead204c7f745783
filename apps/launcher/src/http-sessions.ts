import { randomUUID } from 'node:crypto';
import {
  type AuthInfo,
  isInitializeRequest,
  isJSONRPCRequest,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Host } from '@std-tools/core';
import { toMcpServer } from '@std-tools/core/mcp';

interface Live {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  lastUsedMs: number;
  /** Requests without an answer yet; an open event stream is one. */
  open: number;
}

export interface SessionOptions {
  /** Milliseconds after which an unused session ends; default 30 minutes. */
  readonly idleMs?: number;
}

export interface Sessions {
  /** Answers a request whose body, when it has one, was read already. */
  fetch(request: Request, body: unknown, authInfo: AuthInfo | undefined): Promise<Response>;
  /** Ends every session. */
  close(): Promise<void>;
}

/** Serves 2025 clients, which keep a session by its `Mcp-Session-Id`. */
export function createSessions(
  host: Host,
  { idleMs = 30 * 60_000 }: SessionOptions = {},
): Sessions {
  const sessions = new Map<string, Live>();

  const drop = async (id: string) => {
    const live = sessions.get(id);
    sessions.delete(id);
    await live?.transport.close();
    await host.endSession(id);
  };
  const start = async () => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: id =>
        void sessions.set(id, { transport, lastUsedMs: Date.now(), open: 0 }),
      onsessionclosed: drop,
    });
    await toMcpServer(host, { sessionWithoutId: undefined }).connect(transport);
    return transport;
  };
  const sweep = setInterval(
    () => {
      for (const [id, { open, lastUsedMs }] of sessions)
        if (open === 0 && Date.now() - lastUsedMs > idleMs) void drop(id);
    },
    Math.min(idleMs, 60_000),
  );

  return {
    async fetch(request: Request, body: unknown, authInfo: AuthInfo | undefined) {
      const options = {
        ...(body !== undefined && { parsedBody: body }),
        ...(authInfo && { authInfo }),
      };
      if (isInitializeRequest(body)) {
        // A client that lost its session starts anew and may still send the old id.
        const headers = new Headers(request.headers);
        headers.delete('mcp-session-id');
        const transport = await start();
        return transport.handleRequest(new Request(request, { headers }), options);
      }
      const id = request.headers.get('mcp-session-id');
      if (id === null) return failure(400, 'Mcp-Session-Id is missing: send initialize first');
      const live = sessions.get(id);
      if (!live)
        return failure(404, 'no such session (it may have expired): send initialize again');
      cancelWhenGone(request, body, live.transport);
      return track(live, await live.transport.handleRequest(request, options), request.signal);
    },
    async close() {
      clearInterval(sweep);
      await Promise.all([...sessions.keys()].map(drop));
    },
  };
}

/** The 2025 protocol lets work go on after a disconnect; here it ends. */
function cancelWhenGone(
  { signal }: Request,
  body: unknown,
  transport: WebStandardStreamableHTTPServerTransport,
): void {
  const ids: RequestId[] = [body].flat().flatMap(one => (isJSONRPCRequest(one) ? one.id : []));
  for (const requestId of ids)
    signal.addEventListener('abort', () =>
      transport.onmessage?.({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId },
      }),
    );
}

/** Counts a request as open until its answer's body has ended or its client is gone. */
function track(live: Live, response: Response, gone: AbortSignal): Response {
  live.open += 1;
  let counted = true;
  const end = () => {
    if (!counted) return;
    counted = false;
    live.open -= 1;
    live.lastUsedMs = Date.now();
  };
  gone.addEventListener('abort', end);
  if (!response.body) {
    end();
    return response;
  }
  const body = response.body.pipeThrough(new TransformStream({ flush: end }));
  return new Response(body, response);
}

const failure = (status: 400 | 404, message: string) =>
  Response.json(
    { jsonrpc: '2.0', error: { code: status === 404 ? -32_001 : -32_000, message }, id: null },
    { status },
  );
