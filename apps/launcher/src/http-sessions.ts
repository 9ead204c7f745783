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
  /** Sessions kept at once; a further one ends the one unused for longest. Default 1,000. */
  readonly maxSessions?: number;
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
  { idleMs = 30 * 60_000, maxSessions = 1000 }: SessionOptions = {},
): Sessions {
  const sessions = new Map<string, Live>();

  const drop = async (id: string) => {
    const live = sessions.get(id);
    sessions.delete(id);
    await live?.transport.close();
    await host.endSession(id);
  };
  /** False when every session is in use. */
  const makeRoom = async () => {
    if (sessions.size < maxSessions) return true;
    const unused = [...sessions].filter(([, { open }]) => open === 0);
    const [oldest] = unused.sort(([, one], [, other]) => one.lastUsedMs - other.lastUsedMs);
    if (oldest) await drop(oldest[0]);
    return oldest !== undefined;
  };
  const start = async () => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: id =>
        void sessions.set(id, { transport, lastUsedMs: Date.now(), open: 0 }),
      onsessionclosed: drop,
    });
    await toMcpServer(host).connect(transport);
    return transport;
  };
  const sweep = setInterval(
    () => {
      for (const [id, { open, lastUsedMs }] of sessions)
        if (open === 0 && Date.now() - lastUsedMs > idleMs) void drop(id);
    },
    Math.min(idleMs, 60_000),
  ).unref(); // it must not keep a process alive whose port could not be opened

  return {
    async fetch(request: Request, body: unknown, authInfo: AuthInfo | undefined) {
      const options = {
        ...(body !== undefined && { parsedBody: body }),
        ...(authInfo && { authInfo }),
      };
      if (isInitializeRequest(body) || !isReadable(request, body)) {
        // A client that lost its session starts anew and may still send the old id. What cannot be
        // read goes to a transport too, which words the protocol's own refusals.
        if (!(await makeRoom())) return failure(503, 'too many sessions are open: try again later');
        const transport = await start();
        return transport.handleRequest(request, options);
      }
      const id = request.headers.get('mcp-session-id');
      if (id === null) return failure(400, 'Mcp-Session-Id is missing: send initialize first');
      const live = sessions.get(id);
      if (!live)
        return failure(404, 'no such session (it may have expired): send initialize again');
      const response = await live.transport.handleRequest(request, options);
      cancelWhenGone(request, body, live.transport);
      return track(live, response, request.signal);
    },
    async close() {
      clearInterval(sweep);
      await Promise.all([...sessions.keys()].map(drop));
    },
  };
}

/** False for a body that is no JSON. */
const isReadable = ({ method }: Request, body: unknown) => method !== 'POST' || body !== undefined;

/** The 2025 protocol lets work go on after a disconnect; here it ends. */
function cancelWhenGone(
  { signal }: Request,
  body: unknown,
  transport: WebStandardStreamableHTTPServerTransport,
): void {
  const ids: RequestId[] = [body].flat().flatMap(one => (isJSONRPCRequest(one) ? one.id : []));
  whenGone(signal, () => {
    for (const requestId of ids)
      transport.onmessage?.({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId },
      });
  });
}

/** A client may be gone before its request was read. */
function whenGone(signal: AbortSignal, then: () => void): void {
  if (signal.aborted) then();
  else signal.addEventListener('abort', then);
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
  whenGone(gone, end);
  if (!response.body) {
    end();
    return response;
  }
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      // The headers leave with the first bytes, and a stream may have nothing to say for long.
      start: controller => isStream && controller.enqueue(emptyComment),
      flush: end,
    }),
  );
  return new Response(body, response);
}
const emptyComment = new TextEncoder().encode(':\n\n');

const failure = (status: 400 | 404 | 503, message: string) =>
  Response.json(
    { jsonrpc: '2.0', error: { code: status === 404 ? -32_001 : -32_000, message }, id: null },
    { status },
  );
