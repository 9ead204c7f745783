import { createHost, defineTool, type Slot, type ToolServer } from '@std-tools/core';
import { expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createSessions, type SessionOptions } from './http-sessions.ts';

const base = {
  title: 'Tool',
  description: 'A tool.',
  input: z.strictObject({}),
  hints: { readOnly: true, openWorld: false },
};

/** Sessions of a server that notes what happens in it. */
function started(options?: SessionOptions) {
  const events: string[] = [];
  const slot: Slot<Disposable> = {
    name: 'shell',
    scope: 'session',
    create: () => ({ [Symbol.dispose]: () => void events.push('disposed') }),
  };
  const keep = defineTool({
    ...base,
    name: 'keep',
    async handler(_, ctx) {
      await ctx.session.get(slot);
      return 'kept';
    },
  });
  const wait = defineTool({
    ...base,
    name: 'wait',
    async handler(_, { signal }) {
      events.push('waits');
      await new Promise(resolve => {
        if (signal.aborted) resolve(undefined);
        signal.addEventListener('abort', resolve);
      });
      events.push('aborted');
      return 'never';
    },
  });
  const server: ToolServer = {
    name: 'test-tools',
    title: 'Test',
    version: '1.0.0',
    config: [],
    tools: [keep, wait],
  };
  const host = createHost([server], { env: {} });
  return { events, sessions: createSessions(host, options) };
}
/** Longer than this process may be kept from going on between two steps of a test. */
const idleMs = 250;
const patience = { timeout: 40 * idleMs };
type Sessions = ReturnType<typeof started>['sessions'];

function send(
  sessions: Sessions,
  body: object | undefined,
  { id, signal }: { readonly id?: string; readonly signal?: AbortSignal } = {},
): Promise<Response> {
  const request = new Request('http://127.0.0.1/mcp', {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(id !== undefined && { 'mcp-session-id': id }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  return sessions.fetch(request, body, undefined);
}

async function opened(sessions: Sessions): Promise<string> {
  const response = await send(sessions, {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '0' },
    },
  });
  await response.text();
  return response.headers.get('mcp-session-id') ?? '';
}
const call = (name: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: {} },
});
const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** True while the session lives; asking uses it. */
const lives = async (sessions: Sessions, id: string) =>
  (await send(sessions, notification, { id })).status !== 404;

it('ends a session that nobody used for long, with what lives in it', async () => {
  const { events, sessions } = started({ idleMs });
  const id = await opened(sessions);
  await (await send(sessions, call('keep'), { id })).text();
  expect(events).toEqual([]);
  await vi.waitFor(() => expect(events).toEqual(['disposed']), patience);
  expect(await lives(sessions, id)).toBe(false);
  await sessions.close();
});

it('ends a session that was opened and never used', async () => {
  const { sessions } = started({ idleMs });
  const id = await opened(sessions);
  // Less often than it takes to become idle, since each question uses the session.
  await vi.waitFor(async () => expect(await lives(sessions, id)).toBe(false), {
    ...patience,
    interval: 3 * idleMs,
  });
  await sessions.close();
});

it('keeps sessions with a running call or an open stream while an unused one ends', async () => {
  const { events, sessions } = started({ idleMs });
  const [running, listening] = [await opened(sessions), await opened(sessions)];
  const call1 = await send(sessions, call('wait'), { id: running });
  const stream = await send(sessions, undefined, { id: listening });
  expect([call1.status, stream.status]).toEqual([200, 200]);
  for (const _round of [1, 2]) {
    const unused = await opened(sessions);
    await (await send(sessions, call('keep'), { id: unused })).text();
    const ended = events.length + 1;
    await vi.waitFor(() => expect(events).toHaveLength(ended), patience);
  }
  expect(events).toEqual(['waits', 'disposed', 'disposed']);
  expect([await lives(sessions, running), await lives(sessions, listening)]).toEqual([true, true]);
  await sessions.close();
});

it('ends a session some time after its stream’s client is gone', async () => {
  const { events, sessions } = started({ idleMs });
  const id = await opened(sessions);
  await (await send(sessions, call('keep'), { id })).text();
  const gone = new AbortController();
  await send(sessions, undefined, { id, signal: gone.signal });
  gone.abort();
  await vi.waitFor(() => expect(events).toEqual(['disposed']), patience);
  await sessions.close();
});

it('cancels a call whose client goes away', async () => {
  const { events, sessions } = started();
  const gone = new AbortController();
  await send(sessions, call('wait'), { id: await opened(sessions), signal: gone.signal });
  expect(events).toEqual(['waits']);
  gone.abort();
  await vi.waitFor(() => expect(events).toEqual(['waits', 'aborted']));
  await sessions.close();
});

it('cancels a call whose client was gone before it was read', async () => {
  const { events, sessions } = started({ idleMs });
  const id = await opened(sessions);
  await (await send(sessions, call('keep'), { id })).text();
  await send(sessions, call('wait'), { id, signal: AbortSignal.abort() });
  // The session must not count as busy for ever either.
  await vi.waitFor(() => expect(events.sort()).toEqual(['aborted', 'disposed', 'waits']), patience);
  await sessions.close();
});

it('takes a notification of a client that did not wait for the answer', async () => {
  const { events, sessions } = started();
  const id = await opened(sessions);
  await send(sessions, call('wait'), { id });
  const cancelled = {
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 1 },
  };
  await send(sessions, cancelled, { id, signal: AbortSignal.abort() });
  await vi.waitFor(() => expect(events).toEqual(['waits', 'aborted']));
  await sessions.close();
});

it('ends all sessions when it is closed', async () => {
  const { events, sessions } = started();
  const ids = [await opened(sessions), await opened(sessions), await opened(sessions)];
  for (const id of ids.slice(0, 2)) await (await send(sessions, call('keep'), { id })).text();
  await send(sessions, call('wait'), { id: ids[2] ?? '' });
  await sessions.close();
  await vi.waitFor(() =>
    expect(events.sort()).toEqual(['aborted', 'disposed', 'disposed', 'waits']),
  );
  for (const id of ids) expect(await lives(sessions, id)).toBe(false);
});

it('makes room for a further session by ending the one unused for longest', async () => {
  const { events, sessions } = started({ maxSessions: 2 });
  const oldest = await opened(sessions);
  await (await send(sessions, call('keep'), { id: oldest })).text();
  const busy = await opened(sessions);
  await send(sessions, call('wait'), { id: busy });
  const newest = await opened(sessions);
  expect(events).toEqual(['waits', 'disposed']);
  expect(await lives(sessions, oldest)).toBe(false);
  expect([await lives(sessions, busy), await lives(sessions, newest)]).toEqual([true, true]);
  await sessions.close();
});

it('refuses a further session while all are in use', async () => {
  const { sessions } = started({ maxSessions: 1 });
  await send(sessions, call('wait'), { id: await opened(sessions) });
  expect(await opened(sessions)).toBe('');
  await sessions.close();
});
