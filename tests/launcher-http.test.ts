import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { processGroup, testFolder } from '@std-tools/testing';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type HttpLauncher, probePlugin, type StartOptions, startHttp } from './launcher.ts';

const plugin = ['--servers', '', '--plugin', probePlugin];
const token = 'hush,hush';

/** One launcher for all tests of a kind; each test has sessions of its own. */
const launchers: HttpLauncher[] = [];
afterAll(async () => {
  for (const launcher of launchers) await launcher[Symbol.asyncDispose]();
});
async function shared(args: readonly string[], options?: StartOptions): Promise<string> {
  const launcher = await startHttp([...plugin, ...args], options);
  launchers.push(launcher);
  return launcher.url;
}
const [open, guarded, exposed, behindProxy] = await Promise.all([
  shared([]),
  shared([], { env: { DPTTOOLS_HTTP_TOKEN: token } }),
  // 127.1 is 127.0.0.1 to the machine and no known name of loopback to the launcher.
  shared(['--host', '127.1', '--allow-unauthenticated']),
  shared([], {
    env: {
      DPTTOOLS_HTTP_ALLOWED_HOSTS: 'tools.example',
      DPTTOOLS_HTTP_ALLOWED_ORIGINS: 'app.example, other.example',
    },
  }),
]);

type Headers = Readonly<Record<string, string>>;
const json: Headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const bearer = (value: string): Headers => ({ authorization: `Bearer ${value}` });

function post(url: string, body: unknown, headers: Headers = {}, signal?: AbortSignal) {
  return fetch(url, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  });
}

type Message = Readonly<Record<string, unknown>>;

/** The one message of a response, which is JSON or an event stream. */
async function message(response: Response): Promise<Message> {
  const body = await response.text();
  if (response.headers.get('content-type') !== 'text/event-stream') return JSON.parse(body);
  const events = [...body.matchAll(/^data: (.+)$/gm)];
  expect(events).toHaveLength(1);
  return JSON.parse(events[0]?.[1] ?? '');
}

async function refusal(response: Response): Promise<readonly [number, number, string]> {
  const { error } = (await message(response)) as { error: { code: number; message: string } };
  return [response.status, error.code, error.message];
}

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '0' },
  },
};
const call = (name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };

/** Opens a 2025 session; gives the headers that its requests carry. */
async function session(url: string, headers: Headers = {}): Promise<Headers> {
  const response = await post(url, initialize, headers);
  expect(response.status).toBe(200);
  expect(await message(response)).toHaveProperty('result.serverInfo.name', serverName);
  return { ...headers, 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
}
const serverName = 'doc-processing-std-tools';

/** The text that a tool answers. */
async function answer(response: Response): Promise<string> {
  const { result, error } = (await message(response)) as {
    result?: { content: readonly { text: string }[] };
    error?: object;
  };
  return result?.content[0]?.text ?? JSON.stringify(error);
}
const count = async (url: string, headers: Headers) =>
  answer(await post(url, call('probe_count'), headers));

const modernHeaders = (name: string): Headers => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': name,
});
/** A call as 2026 clients send it: all on its own. */
function modernCall(name: string, args: object = {}) {
  const { params, ...rest } = call(name, args);
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
  };
  return { ...rest, params: { ...params, _meta: meta } };
}
const modernCount = async (url: string, headers: Headers = {}) =>
  answer(
    await post(url, modernCall('probe_count'), { ...modernHeaders('probe_count'), ...headers }),
  );

/** A request with headers that `fetch` does not let one choose. */
async function withHost(url: string, host: string, path = '/mcp'): Promise<number | undefined> {
  const req = httpRequest(new URL(path, url), { headers: { ...json, host }, method: 'POST' });
  req.end(JSON.stringify(initialize));
  const [res] = await once(req, 'response');
  res.resume();
  return res.statusCode;
}

describe('besides /mcp', () => {
  it('tells that it is alive', async () => {
    const response = await fetch(new URL('/healthz', open));
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('tells it without the token', async () => {
    expect((await fetch(new URL('/healthz?x=1', guarded))).status).toBe(200);
  });

  it.each(['/', '/mcp/', '/mcpx', '/sse'])('has nothing at %s', async path => {
    expect((await fetch(new URL(path, open))).status).toBe(404);
  });

  it('prints where it serves on stderr, and nothing on stdout', async () => {
    const launcher = await startHttp();
    const [printed, said] = [text(launcher.child.stdout), text(launcher.child.stderr)];
    launcher.child.kill('SIGTERM');
    await once(launcher.child, 'exit');
    expect([await printed, await said]).toEqual(['', '']);
    expect(launcher.announced).toBe(`serving 30 tools at ${launcher.url}\n`);
    expect(new URL(launcher.url).hostname).toBe('127.0.0.1');
    expect(Number(new URL(launcher.url).port)).toBeGreaterThan(0);
  });
});

describe('a 2025 session', () => {
  it('keeps what lives between its calls, apart from other sessions', async () => {
    const [one, other] = [await session(open), await session(open)];
    expect(one['mcp-session-id']).not.toBe(other['mcp-session-id']);
    const counts = [await count(open, one), await count(open, other), await count(open, one)];
    expect(counts).toEqual(['1', '1', '2']);
  });

  it('starts anew when initialize comes with an id that is not known any more', async () => {
    const stale = { 'mcp-session-id': 'long-gone' };
    const fresh = await session(open, stale);
    expect(fresh['mcp-session-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(await count(open, fresh)).toBe('1');
  });

  it('starts anew when initialize comes with a living id, and leaves that one alone', async () => {
    const one = await session(open);
    expect(await count(open, one)).toBe('1');
    const other = await session(open, one);
    expect([await count(open, other), await count(open, one)]).toEqual(['1', '2']);
  });

  it('ends by DELETE, with what lives in it', async () => {
    const headers = await session(open);
    expect(await count(open, headers)).toBe('1');
    const ended = await fetch(open, { method: 'DELETE', headers });
    expect([ended.status, await ended.text()]).toEqual([200, '']);
    expect(await refusal(await post(open, ping, headers))).toEqual([404, -32_001, noSession]);
  });

  it('ends by DELETE though a call runs in it, which is cancelled', async () => {
    await using folder = await testFolder();
    const file = join(folder.path, 'notes');
    const headers = await session(open);
    const running = post(open, call('probe_wait', { file }), headers);
    await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toBe('started\n'), 5000);
    expect((await fetch(open, { method: 'DELETE', headers })).status).toBe(200);
    await vi.waitFor(
      async () => expect(await readFile(file, 'utf8')).toBe('started\naborted\n'),
      5000,
    );
    expect(await (await running).text()).toBe(':\n\n');
  });

  it('has one event stream', async () => {
    const headers = { ...(await session(open)), accept: 'text/event-stream' };
    const gone = new AbortController();
    const stream = await fetch(open, { headers, signal: gone.signal });
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect((await fetch(open, { headers })).status).toBe(409);
    gone.abort();
  });
});

const noSession = 'no such session (it may have expired): send initialize again';
const missing = 'Mcp-Session-Id is missing: send initialize first';

describe('refuses', () => {
  const unknown = { 'mcp-session-id': 'nobody' };

  it.each(['POST', 'GET', 'DELETE'])('%s without a session with 400', async method => {
    const body = method === 'POST' ? { body: JSON.stringify(ping) } : {};
    const response = await fetch(open, { method, headers: json, ...body });
    expect(await refusal(response)).toEqual([400, -32_000, missing]);
  });

  it.each(['POST', 'GET', 'DELETE'])('%s of an unknown session with 404', async method => {
    const body = method === 'POST' ? { body: JSON.stringify(ping) } : {};
    const response = await fetch(open, { method, headers: { ...json, ...unknown }, ...body });
    expect(await refusal(response)).toEqual([404, -32_001, noSession]);
  });

  it.each(['PUT', 'PATCH', 'OPTIONS'])('%s with 405', async method => {
    const response = await fetch(open, { method, headers: json });
    expect(response.headers.get('allow')).toBe('GET, POST, DELETE');
    expect(await refusal(response)).toEqual([405, -32_000, 'Method not allowed.']);
  });

  it.each(['not JSON', '', '{"jsonrpc":'])('the body %j with 400', async body => {
    expect(await refusal(await post(open, body))).toEqual([
      400,
      -32_700,
      'Parse error: Invalid JSON',
    ]);
  });

  it('JSON that is no message with 400', async () => {
    expect((await post(open, {}, await session(open))).status).toBe(400);
    expect((await post(open, '[]')).status).toBe(400);
    expect((await post(open, 'null')).status).toBe(400);
  });

  it('another content type with 415', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await post(open, initialize, headers)).status).toBe(415);
    const modern = { ...headers, ...modernHeaders('probe_count') };
    expect((await post(open, modernCall('probe_count'), modern)).status).toBe(415);
  });

  it('a client that takes no event stream with 406', async () => {
    expect((await post(open, initialize, { accept: 'application/json' })).status).toBe(406);
  });

  it('a body that says it is over the limit with 413, before it is sent', async () => {
    const headers = { ...json, 'content-length': String(128 * 1024 * 1024 + 1) };
    const req = httpRequest(open, { method: 'POST', headers });
    req.flushHeaders();
    const [res] = await once(req, 'response');
    expect([res.statusCode, res.headers.connection]).toEqual([413, 'close']);
    req.on('error', () => {}).destroy();
  });

  it('a body that turns out over the limit with 413', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 0x20);
    const req = httpRequest(open, { method: 'POST', headers: json });
    Readable.from(Array.from({ length: 129 }, () => chunk)).pipe(req.on('error', () => {}));
    const [res] = await once(req, 'response');
    expect(res.statusCode).toBe(413);
    req.destroy();
  });
});

describe('checks Host and Origin', () => {
  it.each(['127.0.0.1', 'localhost:1', '[::1]'])('and takes the host %s', async host => {
    expect(await withHost(open, host)).toBe(200);
  });

  it.each(['evil.example', '127.0.0.1.evil.example', 'localhost.', '0.0.0.0'])(
    'and refuses the host %j with 403',
    async host => {
      expect(await withHost(open, host)).toBe(403);
    },
  );

  it.each(['http://localhost:5173', 'https://127.0.0.1'])(
    'and takes the origin %s',
    async origin => {
      expect((await post(open, initialize, { origin })).status).toBe(200);
    },
  );

  it.each(['https://evil.example', 'null', 'http://localhost.evil.example'])(
    'and refuses the origin %s with 403',
    async origin => {
      expect((await post(open, initialize, { origin })).status).toBe(403);
      const modern = { origin, ...modernHeaders('probe_count') };
      expect((await post(open, modernCall('probe_count'), modern)).status).toBe(403);
    },
  );

  it('and takes the names that the settings allow, as they are', async () => {
    expect(await withHost(behindProxy, 'tools.example:443')).toBe(200);
    expect(await withHost(behindProxy, 'sub.tools.example')).toBe(403);
    const status = async (origin: string) =>
      (await post(behindProxy, initialize, { origin })).status;
    expect(await status('https://app.example')).toBe(200);
    expect(await status('https://other.example')).toBe(200);
    expect(await status('https://tools.example')).toBe(403);
  });

  it('before the token', async () => {
    expect(await withHost(guarded, 'evil.example')).toBe(403);
  });
});

describe('asks for the token', () => {
  it.each([
    ['none', {}],
    ['a wrong one', bearer('hush')],
    ['an empty one', bearer('')],
    ['one with more behind it', bearer(`${token}x`)],
    ['another scheme', { authorization: `Basic ${token}` }],
  ])('and refuses %s with 401', async (_what, headers: Headers) => {
    const response = await post(guarded, initialize, headers);
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await response.json()).toEqual({ error: 'invalid_token' });
    const modern = { ...headers, ...modernHeaders('probe_count') };
    expect((await post(guarded, modernCall('probe_count'), modern)).status).toBe(401);
  });

  it('under any spelling of the scheme', async () => {
    const headers = await session(guarded, { authorization: `bearer ${token}` });
    expect(await count(guarded, headers)).toBe('1');
  });

  it('at every request of a session', async () => {
    const headers = await session(guarded, bearer(token));
    expect(await count(guarded, headers)).toBe('1');
    expect((await post(guarded, ping, { ...headers, ...bearer('x') })).status).toBe(401);
    expect((await fetch(guarded, { method: 'DELETE', headers: bearer('x') })).status).toBe(401);
    expect(await count(guarded, headers)).toBe('2');
  });
});

describe('a 2026 call', () => {
  it('shares one session with the others on this machine when there is no token', async () => {
    expect([await modernCount(open), await modernCount(open)]).toEqual(['1', '2']);
    expect(await count(open, await session(open))).toBe('1');
  });

  it('shares one session with the others that hold the token', async () => {
    const counts = [
      await modernCount(guarded, bearer(token)),
      await modernCount(guarded, bearer(token)),
    ];
    expect(counts).toEqual(['1', '2']);
  });

  it('keeps nothing when nobody can be told apart', async () => {
    expect(await modernCount(exposed)).toBe(
      'Error: this tool keeps a counter between calls, and this connection has no session. ' +
        'Connect with a bearer token, over stdio, or with a client that keeps Mcp-Session-Id.',
    );
    const fails = modernCall('probe_fail');
    expect(await answer(await post(exposed, fails, modernHeaders('probe_fail')))).toBe(
      'Error: probe_fail failed: a bug',
    );
  });

  it('leaves 2025 sessions what they keep there', async () => {
    const headers = await session(exposed);
    expect([await count(exposed, headers), await count(exposed, headers)]).toEqual(['1', '2']);
  });
});

describe('a client that goes away', () => {
  const cancelled = async (run: (file: string, signal: AbortSignal) => Promise<Response>) => {
    await using folder = await testFolder();
    const file = join(folder.path, 'notes');
    const gone = new AbortController();
    const running = run(file, gone.signal);
    running.catch(() => {});
    await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toBe('started\n'), 5000);
    gone.abort();
    await vi.waitFor(
      async () => expect(await readFile(file, 'utf8')).toBe('started\naborted\n'),
      5000,
    );
  };

  it('cancels its call in a 2025 session, and keeps the session', async () => {
    const headers = await session(open);
    await cancelled((file, signal) => post(open, call('probe_wait', { file }), headers, signal));
    expect(await count(open, headers)).toBe('1');
  });

  it('cancels only its own call', async () => {
    await using folder = await testFolder();
    const file = join(folder.path, 'other');
    const headers = await session(open);
    const other = post(open, { ...call('probe_wait', { file }), id: 7 }, headers);
    await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toBe('started\n'), 5000);
    await cancelled((own, signal) =>
      post(open, call('probe_wait', { file: own }), headers, signal),
    );
    expect(await readFile(file, 'utf8')).toBe('started\n');
    await fetch(open, { method: 'DELETE', headers });
    await (await other).text();
  });

  it('cancels its 2026 call', () =>
    cancelled((file, signal) =>
      post(open, modernCall('probe_wait', { file }), modernHeaders('probe_wait'), signal),
    ));
});

describe('the end', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('comes by %s though streams, calls and children are open', async (signal, code) => {
    await using folder = await testFolder();
    const file = join(folder.path, 'notes');
    await using launcher = await startHttp(plugin);
    const { url, child } = launcher;
    const headers = await session(url);
    const group = Number(await answer(await post(url, call('probe_child'), headers)));
    expect(processGroup(group)).toHaveLength(1);
    await fetch(url, { headers: { ...headers, accept: 'text/event-stream' } });
    const running = post(url, modernCall('probe_wait', { file }), modernHeaders('probe_wait'));
    running.catch(() => {});
    await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toBe('started\n'), 5000);
    const exited = once(child, 'exit');
    const began = performance.now();
    child.kill(signal);
    expect(await exited).toEqual([code, null]);
    expect(performance.now() - began).toBeLessThan(2000);
    await vi.waitFor(() => expect(processGroup(group)).toEqual([]));
  });

  it('does not come with the end of stdin', async () => {
    await using launcher = await startHttp(plugin);
    launcher.child.stdin.end();
    await once(launcher.child.stdin, 'close');
    expect(await count(launcher.url, await session(launcher.url))).toBe('1');
  });
});

describe('lets pages of an allowed origin', () => {
  const origin = 'https://app.example';

  it('ask before they send, without a token', async () => {
    const response = await fetch(behindProxy, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-headers': 'content-type, authorization' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, DELETE');
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'content-type, authorization',
    );
  });

  it('read the answer and the session’s id', async () => {
    const response = await post(behindProxy, initialize, { origin });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-expose-headers')).toContain('mcp-session-id');
    await response.text();
  });
});
