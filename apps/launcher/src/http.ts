import { createServer } from 'node:http';
import { isIP } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import type { Host } from '@std-tools/core';
import { UsageError } from '@std-tools/core/command';
import { toMcpServer } from '@std-tools/core/mcp';
import { endWith, maxMessageBytes } from '@std-tools/core/stdio';
import { answeredForBrowser } from './http-browser.ts';
import { addressCheck, isLoopback, tokenCheck, tokenHolder } from './http-guard.ts';
import { createSessions } from './http-sessions.ts';

export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  readonly httpToken: string | undefined;
  readonly httpAllowedHosts: readonly string[];
  readonly httpAllowedOrigins: readonly string[];
  readonly allowUnauthenticated: boolean;
}

const maxRequestBodySize = maxMessageBytes;

/** Serves a host at `/mcp`: sessions for 2025 clients, stateless for 2026 ones; and `/healthz`. */
export async function runHttp(host: Host, options: HttpOptions): Promise<void> {
  const { host: address, port, httpToken: token } = options;
  if (!isLoopback(address) && token === undefined && !options.allowUnauthenticated)
    throw new UsageError(
      `--host ${address} is reachable from other machines: set DPTTOOLS_HTTP_TOKEN to a secret, ` +
        'or give --allow-unauthenticated when a proxy in front checks the callers',
    );
  const onerror = (error: Error) => host.log('warn', error.message);
  // Without a token everybody on this machine is one caller; beyond it nobody can be told apart.
  const sessionWithoutId = isLoopback(address) && token === undefined ? 'local' : undefined;
  const sessions = createSessions(host);
  const modern = createMcpHandler(() => toMcpServer(host, { sessionWithoutId }), {
    legacy: 'reject',
    onerror,
    maxRequestBodySize,
  });
  const mcp = toNodeHandler(
    {
      fetch: async (request, call) => {
        const body: unknown = call?.parsedBody ?? (await readJson(request));
        return (await isLegacyRequest(request, body, { maxRequestBodySize }))
          ? sessions.fetch(request, body, call?.authInfo)
          : modern.fetch(request, { ...call, parsedBody: body });
      },
    },
    { onerror, maxRequestBodySize },
  );
  const isForUs = addressCheck(options);
  const isAllowed = tokenCheck(options);

  const server = createServer((req, res) => {
    const [path] = (req.url ?? '/').split('?', 1);
    if (path === '/healthz')
      return void res.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
    if (path !== '/mcp') return void res.writeHead(404).end();
    if (!isForUs(req, res) || answeredForBrowser(req, res) || !isAllowed(req, res)) return;
    const { method = 'GET', url = path } = req;
    void mcp(
      Object.assign(req, { method, url, ...(token !== undefined && { auth: tokenHolder }) }),
      res,
    );
  });
  // A call may take minutes, so only the time until a request's headers arrive is bounded.
  server.requestTimeout = 0;
  const url = await listen(server, port, address);
  process.stderr.write(`serving ${host.tools.size} tools at ${url}/mcp\n`);
  endWith(async () => {
    server.close();
    await Promise.all([sessions.close(), modern.close()]);
    await host[Symbol.asyncDispose]();
    server.closeAllConnections();
  }, host.log);
}

/** The body of a POST as JSON; undefined when it is none, for the SDK to answer. */
async function readJson(request: Request): Promise<unknown> {
  if (request.method !== 'POST') return undefined;
  return request
    .clone()
    .json()
    .catch(() => undefined);
}

/** Listens and gives the address as a URL; a taken or unusable address is a `UsageError`. */
function listen(server: ReturnType<typeof createServer>, port: number, host: string) {
  return new Promise<string>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new UsageError(
          error.code === 'EADDRINUSE'
            ? `port ${port} of ${host} is taken: choose another with --port (0 picks a free one)`
            : `cannot listen on ${host}:${port}: ${error.message}`,
        ),
      ),
    );
    server.listen(port, host, () => {
      const bound = server.address();
      const real = typeof bound === 'object' && bound ? bound.port : port;
      resolve(`http://${isIP(host) === 6 ? `[${host}]` : host}:${real}`);
    });
  });
}
