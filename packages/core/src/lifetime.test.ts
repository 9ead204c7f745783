import { expect, it } from 'vitest';
import { isToolError, type Log, type ReadConfig, type Slot } from './contract.ts';
import { Lifetime } from './lifetime.ts';

const config: ReadConfig = () => {
  throw new Error('no setting is read here');
};
const quiet: Log = () => {};
const ended = 'the session has ended, or the server is shutting down';

/** A slot that notes what happens to its things. */
function noting(name: string, events: string[], scope: Slot<object>['scope'] = 'session') {
  let made = 0;
  const slot: Slot<Disposable & { readonly number: number }> = {
    name,
    scope,
    create() {
      made += 1;
      events.push(`made ${name}`);
      return { number: made, [Symbol.dispose]: () => void events.push(`disposed ${name}`) };
    },
  };
  return slot;
}

it('makes one thing for parallel first calls', async () => {
  const events: string[] = [];
  const life = new Lifetime(quiet, {});
  const slot = noting('shell', events);
  const [one, other] = await Promise.all([
    life.session('a', config).get(slot),
    life.session('a', config).get(slot),
  ]);
  expect([one === other, events]).toEqual([true, ['made shell']]);
});

it('keeps a thing for each session', async () => {
  const life = new Lifetime(quiet, {});
  const slot = noting('shell', []);
  const numbers = await Promise.all(
    ['a', 'b', 'a'].map(async id => (await life.session(id, config).get(slot)).number),
  );
  expect(numbers).toEqual([1, 2, 1]);
});

it('shares a thing of the process between sessions, and with calls without one', async () => {
  const life = new Lifetime(quiet, {});
  const slot = noting('browser', [], 'process');
  const numbers = await Promise.all(
    ['a', 'b', undefined].map(async id => (await life.session(id, config).get(slot)).number),
  );
  expect(numbers).toEqual([1, 1, 1]);
});

it('refuses a thing of a session to a call without one', async () => {
  const session = new Lifetime(quiet, {}).session(undefined, config);
  const error: unknown = await session.get(noting('shell', [])).catch(one => one);
  expect(isToolError(error)).toBe(true);
  expect(error).toHaveProperty(
    'message',
    'this tool keeps a shell between calls, and this connection has no session. Connect with a ' +
      'bearer token, over stdio, or with a client that keeps Mcp-Session-Id.',
  );
});

it('tries again after a failed start', async () => {
  const life = new Lifetime(quiet, {});
  let tries = 0;
  const slot: Slot<{ readonly tries: number }> = {
    name: 'display',
    scope: 'session',
    create() {
      tries += 1;
      if (tries === 1) throw new Error('no display');
      return { tries };
    },
  };
  const session = life.session('a', config);
  await expect(session.get(slot)).rejects.toThrow('no display');
  expect(await session.get(slot)).toEqual({ tries: 2 });
});

it('gives a thing the settings and the log, and tells it when its owner ends', async () => {
  const life = new Lifetime(quiet, {});
  const slot: Slot<{ readonly signal: AbortSignal; readonly same: boolean }> = {
    name: 'x',
    scope: 'session',
    create: env => ({ signal: env.signal, same: env.config === config && env.log === quiet }),
  };
  const { signal, same } = await life.session('a', config).get(slot);
  const before = signal.aborted;
  await life.end('a');
  expect([same, before, signal.aborted]).toEqual([true, false, true]);
});

it('disposes what was made last first, and sessions before the process', async () => {
  const events: string[] = [];
  const life = new Lifetime(quiet, {});
  const session = life.session('a', config);
  await session.get(noting('browser', events, 'process'));
  await session.get(noting('page', events));
  await session.get(noting('pool', events, 'process'));
  await session.get(noting('tab', events));
  events.length = 0;
  await life[Symbol.asyncDispose]();
  expect(events).toEqual(['disposed tab', 'disposed page', 'disposed pool', 'disposed browser']);
});

it('waits for one disposal before the next', async () => {
  const events: string[] = [];
  const life = new Lifetime(quiet, {});
  const session = life.session('a', config);
  const slow = (name: string): Slot<AsyncDisposable> => ({
    name,
    scope: 'session',
    create: () => ({
      async [Symbol.asyncDispose]() {
        events.push(`${name} begins`);
        await new Promise(resolve => setImmediate(resolve));
        events.push(`${name} ends`);
      },
    }),
  });
  await session.get(slow('one'));
  await session.get(slow('two'));
  await life.end('a');
  expect(events).toEqual(['two begins', 'two ends', 'one begins', 'one ends']);
});

it('goes on after a disposal that fails, and logs it', async () => {
  const events: string[] = [];
  const life = new Lifetime((level, message) => void events.push(`${level} ${message}`), {});
  const session = life.session('a', config);
  await session.get(noting('first', events));
  await session.get<AsyncDisposable>({
    name: 'broken',
    scope: 'session',
    create: () => ({ [Symbol.asyncDispose]: () => Promise.reject(new Error('stuck')) }),
  });
  await session.get(noting('last', events));
  events.length = 0;
  await life[Symbol.asyncDispose]();
  expect(events).toEqual(['disposed last', 'error could not dispose broken', 'disposed first']);
});

it('disposes a thing that is still being made', async () => {
  const events: string[] = [];
  const life = new Lifetime(quiet, {});
  let finish = () => {};
  const finished = new Promise<void>(resolve => (finish = resolve));
  const thing = life.session('a', config).get<Disposable>({
    name: 'late',
    scope: 'session',
    async create() {
      await finished;
      return { [Symbol.dispose]: () => void events.push('disposed late') };
    },
  });
  const end = life.end('a');
  finish();
  await Promise.all([end, thing]);
  expect(events).toEqual(['disposed late']);
});

it('ends one session and leaves the others', async () => {
  const events: string[] = [];
  const life = new Lifetime(quiet, {});
  const slot = noting('shell', events);
  await life.session('a', config).get(slot);
  const kept = await life.session('b', config).get(slot);
  await life.end('a');
  expect(await life.session('b', config).get(slot)).toBe(kept);
  expect(events).toEqual(['made shell', 'made shell', 'disposed shell']);
});

it('starts anew under the id of a session that ended', async () => {
  const life = new Lifetime(quiet, {});
  const slot = noting('shell', []);
  await life.session('a', config).get(slot);
  await life.end('a');
  expect((await life.session('a', config).get(slot)).number).toBe(2);
});

it('makes nothing for a call that outlives its session', async () => {
  const events: string[] = [];
  const life = new Lifetime(quiet, {});
  const session = life.session('a', config);
  await session.get(noting('first', events));
  await life.end('a');
  await expect(session.get(noting('second', events))).rejects.toThrow(ended);
  expect(events).toEqual(['made first', 'disposed first']);
});

it('makes nothing for a call that outlives its session without having used it', async () => {
  const events: string[] = [];
  const life = new Lifetime(quiet, {});
  const session = life.session('a', config);
  await life.end('a');
  await expect(session.get(noting('shell', events))).rejects.toThrow(ended);
  expect(events).toEqual([]);
});

it.each(['session', 'process'] as const)('makes no thing of a %s after the end', async scope => {
  const events: string[] = [];
  const life = new Lifetime(quiet, {});
  await life[Symbol.asyncDispose]();
  for (const id of ['a', 'b'])
    await expect(life.session(id, config).get(noting('shell', events, scope))).rejects.toThrow(
      ended,
    );
  expect(events).toEqual([]);
});
