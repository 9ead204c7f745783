import * as z from 'zod';
import { expect, it } from 'vitest';
import { callTool } from './call-tool.ts';
import { ConfigError } from './config.ts';
import {
  type ConfigTable,
  defineTool,
  type ReadConfig,
  type Slot,
  type ToolServer,
} from './contract.ts';
import { createHost } from './host.ts';
import { limitsConfig } from './limits-config.ts';
import { settingsByArea } from './settings.ts';

const sizeTool = (name: string) =>
  defineTool({
    name,
    title: 'Size',
    description: 'Tells the size limit.',
    input: z.strictObject({}),
    hints: { readOnly: true, openWorld: false },
    handler: async (_, ctx) => String(ctx.config(limitsConfig).maxFileSizeMb),
  });

const server = (name: string, more: Partial<ToolServer> = {}): ToolServer => ({
  name,
  title: `The ${name}`,
  version: '1.2.3',
  config: [limitsConfig],
  tools: [sizeTool(`${name}_size`)],
  ...more,
});

const text = async (...args: Parameters<typeof callTool>) => {
  const [block] = (await callTool(...args)).content;
  return block?.type === 'text' ? block.text : undefined;
};

it('goes by the name, title and version of its only server', () => {
  expect(createHost([server('one')], { env: {} }).info).toEqual({
    name: 'one',
    title: 'The one',
    version: '1.2.3',
  });
});

it('goes by the name that is given', () => {
  const options = { env: {}, name: 'all', version: '2.0.0' };
  expect(createHost([server('one'), server('two')], options).info).toEqual({
    name: 'all',
    version: '2.0.0',
  });
});

it('joins the instructions of its servers', () => {
  const one = server('one', { instructions: 'First.' });
  const two = server('two');
  const three = server('three', { instructions: 'Second.' });
  expect(createHost([one, two, three], { env: {} }).instructions).toBe('First.\n\nSecond.');
  expect(createHost([two], { env: {} }).instructions).toBeUndefined();
});

it('logs the warnings of the servers that have a tool served', () => {
  const logged: unknown[] = [];
  const log = (...entry: unknown[]) => void logged.push(entry);
  const warnings = (name: string) => (config: ReadConfig) => [
    `${name} reads ${config(limitsConfig).maxFileSizeMb} MB`,
  ];
  const servers = [
    server('one', { warnings: warnings('one') }),
    server('two', { warnings: warnings('two') }),
  ];
  createHost(servers, { env: {}, log, excludeTools: new Set(['two_size']) });
  expect(logged).toEqual([['warn', 'one reads 50 MB']]);
});

it('lists the tools once and keeps the list', () => {
  const host = createHost([server('one'), server('two')], { env: {} });
  expect(host.list().map(tool => tool.name)).toEqual(['one_size', 'two_size']);
  expect(host.list()).toBe(host.list());
});

it('reads the settings of each server with that server’s overrides', async () => {
  const overrides = settingsByArea([limitsConfig], { maxFileSizeMb: 9 });
  const host = createHost([server('one', { overrides }), server('two')], {
    env: { DPTTOOLS_MAX_FILE_SIZE_MB: '7' },
  });
  expect([await text(host, 'one_size'), await text(host, 'two_size')]).toEqual(['9', '7']);
});

it('makes a tool list from the settings of its server', () => {
  const one = server('one', {
    tools: config => (config(limitsConfig).outputLimit > 10 ? [sizeTool('big')] : []),
  });
  const names = (limit: string) => [
    ...createHost([one], { env: { DPTTOOLS_OUTPUT_TRUNCATION_LIMIT: limit } }).tools.keys(),
  ];
  expect([names('11'), names('10')]).toEqual([['big'], []]);
});

const other: ConfigTable = {
  ...limitsConfig,
  area: 'Other',
  fields: { limit: { ...limitsConfig.fields.outputLimit, env: 'OTHER_LIMIT' } },
};

it('tells the faults of all its servers, its own tables and the log together', () => {
  const env = { DPTTOOLS_MAX_FILE_SIZE_MB: 'x', OTHER_LIMIT: '0', DPTTOOLS_LOG_LEVEL: 'loud' };
  const tables = [other];
  expect(() => createHost([server('one'), server('two')], { env, tables })).toThrow(
    new ConfigError([
      'DPTTOOLS_LOG_LEVEL must be one of debug, info, warn, error (got "loud")',
      'OTHER_LIMIT must be a positive integer (got "0")',
      'DPTTOOLS_MAX_FILE_SIZE_MB must be a positive integer (got "x")',
    ]),
  );
});

it('does not look at the variables of a server that is not served', () => {
  const env = { OTHER_LIMIT: '0' };
  expect(() => createHost([server('one')], { env })).not.toThrow();
});

it('ends a session without the others, and everything when disposed', async () => {
  const events: string[] = [];
  const slot: Slot<Disposable> = {
    name: 'shell',
    scope: 'session',
    create: () => ({ [Symbol.dispose]: () => void events.push('disposed') }),
  };
  const tool = defineTool({
    ...sizeTool('open'),
    async handler(_, ctx) {
      await ctx.session.get(slot);
      return ctx.session.id;
    },
  });
  const host = createHost([server('one', { tools: [tool] })], { env: {} });
  expect(await text(host, 'open')).toBe('embedded');
  await host.endSession('another');
  expect(events).toEqual([]);
  await host[Symbol.asyncDispose]();
  expect(events).toEqual(['disposed']);
});
