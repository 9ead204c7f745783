import * as z from 'zod';
import { expect, it } from 'vitest';
import { compose, type ComposeOptions } from './compose.ts';
import { defineTool, type ToolDefinition, type ToolServer } from './contract.ts';

const reading = { readOnly: true, openWorld: false };
const writing = { readOnly: false, openWorld: false };

const tool = (name: string, more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  ...defineTool({
    name,
    title: name,
    description: name,
    input: z.strictObject({}),
    hints: reading,
    handler: async () => 'done',
  }),
  ...more,
});

const server = (name: string, tools: ToolServer['tools']): ToolServer => ({
  name,
  title: name,
  version: '1.0.0',
  config: [],
  tools,
});

const noConfig = () => {
  throw new Error('no setting is read here');
};
const composed = (servers: readonly ToolServer[], options?: ComposeOptions) =>
  compose(
    servers.map(one => [one, noConfig] as const),
    options,
  );
const names = (...args: Parameters<typeof composed>) => [...composed(...args).keys()];

const files = server('file-tools', [tool('read_file'), tool('write_file', { hints: writing })]);
const notes = server('note-tools', [tool('read_note'), tool('read_file')]);

it('keeps the order of the servers and of their tools', () => {
  const other = server('other-tools', [tool('zip'), tool('add')]);
  expect(names([files, other])).toEqual(['read_file', 'write_file', 'zip', 'add']);
});

it('names both owners of a name used twice, and the way out', () => {
  expect(() => composed([files, notes])).toThrow(
    'two servers have a tool "read_file": "file-tools" and "note-tools". ' +
      "Rename one server's tools with --prefix note-tools=other_",
  );
});

it('puts a prefix before the names of one server', () => {
  const prefixes = new Map([['note-tools', 'n_']]);
  expect(names([files, notes], { prefixes })).toEqual([
    'read_file',
    'write_file',
    'n_read_note',
    'n_read_file',
  ]);
});

it('gives each tool the name it is served under', () => {
  const prefixes = new Map([['note-tools', 'n_']]);
  const hosted = composed([files, notes], { prefixes }).get('n_read_file');
  expect([hosted?.tool.name, hosted?.server.name]).toEqual(['n_read_file', 'note-tools']);
});

it('leaves excluded tools out, by the name they would be served under', () => {
  const prefixes = new Map([['note-tools', 'n_']]);
  const excludeTools = new Set(['write_file', 'n_read_file']);
  expect(names([files, notes], { prefixes, excludeTools })).toEqual(['read_file', 'n_read_note']);
});

it('sees no collision with a tool that is excluded from both servers', () => {
  const excludeTools = new Set(['read_file']);
  expect(names([files, notes], { excludeTools })).toEqual(['write_file', 'read_note']);
});

it('refuses to exclude what no server has', () => {
  const excludeTools = new Set(['read_fil', 'write_file', 'nothing']);
  expect(() => composed([files], { excludeTools })).toThrow(
    'no tool to exclude is named "read_fil", "nothing"',
  );
});

it('lets a tool be excluded that read-only leaves out anyway', () => {
  const excludeTools = new Set(['write_file']);
  expect(names([files], { excludeTools, readOnly: true })).toEqual(['read_file']);
});

it('serves only what cannot write when read-only', () => {
  expect(names([files], { readOnly: true })).toEqual(['read_file']);
});

const fetching = defineTool({
  name: 'fetch_page',
  title: 'Fetch',
  description: 'Fetches.',
  input: z.strictObject({ url: z.string(), save_to: z.string().optional() }),
  hints: { readOnly: false, openWorld: true },
  writesOnlyThrough: ['save_to'],
  handler: async ({ url, save_to }) => `${url} ${save_to}`,
});

it('serves a tool without the argument through which alone it writes when read-only', () => {
  const hosted = composed([server('web', [fetching])], { readOnly: true }).get('fetch_page');
  expect(Object.keys(hosted?.tool.input.shape ?? {})).toEqual(['url']);
  expect(hosted?.tool.input.safeParse({ url: 'u', save_to: 'f' }).success).toBe(false);
  expect(hosted?.tool.hints).toEqual({
    readOnly: true,
    openWorld: true,
    destructive: false,
    idempotent: true,
  });
});

it('serves the same tool whole otherwise', () => {
  const hosted = composed([server('web', [fetching])]).get('fetch_page');
  expect(Object.keys(hosted?.tool.input.shape ?? {})).toEqual(['url', 'save_to']);
});

it('makes the list of a server from its settings, once', () => {
  let made = 0;
  const profile = server('profile', config => {
    made += 1;
    return config({ area: 'none', fields: {} }) ? [tool('one')] : [];
  });
  const tools = compose([[profile, () => ({}) as never]]);
  expect([[...tools.keys()], made]).toEqual([['one'], 1]);
});
