import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as z from 'zod';
import { afterAll, expect, it } from 'vitest';
import { callTool } from './call-tool.ts';
import { type ToolDefinition, ToolError, type ToolServer } from './contract.ts';
import { createHost } from './host.ts';

const here = fileURLToPath(new URL('..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'std-tools-core-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Core as a plug-in may have it in its own node_modules: a copy, of other modules than ours. */
async function secondCore(): Promise<typeof import('./index.ts')> {
  const modules = join(folder, 'node_modules');
  const copy = join(modules, '@std-tools/core');
  for (const part of ['dist', 'package.json'])
    await cp(join(here, part), join(copy, part), { recursive: true });
  await mkdir(join(modules, '@modelcontextprotocol'));
  for (const name of ['zod', '@modelcontextprotocol/server', '@modelcontextprotocol/sdk'])
    await symlink(join(here, 'node_modules', name), join(modules, name));
  return import(/* @vite-ignore */ pathToFileURL(join(copy, 'dist/index.js')).href);
}

const core = await secondCore();

const texts = { title: 'Tool', description: 'A tool.' };
const hints = { readOnly: true, openWorld: false };
const tools: readonly ToolDefinition[] = [
  core.defineTool({
    ...texts,
    name: 'fail',
    input: z.strictObject({}),
    hints,
    async handler() {
      throw new core.ToolError('expected', { code: 'not_found' });
    },
  }),
  core.defineTool({
    ...texts,
    name: 'show',
    input: z.strictObject({}),
    output: z.object({ width: z.number() }),
    hints,
    handler: async () => new core.Illustrated({ width: 2 }, [{ type: 'text', text: 'seen' }]),
  }),
  core.defineTool({
    ...texts,
    name: 'limit',
    input: z.strictObject({}),
    hints,
    handler: async (_, ctx) => String(ctx.config(core.limitsConfig).maxFileSizeMb),
  }),
];
const plugin: ToolServer = {
  name: 'plug-in',
  title: 'Plug-in',
  version: '1.0.0',
  config: [core.limitsConfig],
  tools,
  overrides: core.settingsByArea([core.limitsConfig], { maxFileSizeMb: 9 }),
  formatError: ({ code, message }) => `${code}: ${message}`,
};
const host = createHost([plugin], { env: {} });

it('is another core', () => {
  expect(core.ToolError).not.toBe(ToolError);
  expect(new core.ToolError('x')).not.toBeInstanceOf(ToolError);
});

it('has its expected failures recognised', async () => {
  expect(await callTool(host, 'fail')).toEqual({
    content: [{ type: 'text', text: 'not_found: expected' }],
    isError: true,
  });
});

it('has its illustrated objects recognised', async () => {
  expect(await callTool(host, 'show')).toEqual({
    content: [
      { type: 'text', text: 'seen' },
      { type: 'text', text: '{"width":2}' },
    ],
    structuredContent: { width: 2 },
  });
});

it('has its tables told apart by their area', async () => {
  expect(await callTool(host, 'limit')).toEqual({ content: [{ type: 'text', text: '9' }] });
});

it('recognises ours', () => {
  expect(core.isToolError(new ToolError('x'))).toBe(true);
});
