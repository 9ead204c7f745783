import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testFolder } from '@std-tools/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}
const manifests = new Map(
  ['packages', 'apps'].flatMap(parent =>
    readdirSync(join(root, parent)).map(folder => {
      const path = join(parent, folder);
      const manifest: Manifest = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
      return [manifest.name, { path, manifest }] as const;
    }),
  ),
);
const published = [...manifests.values()].filter(({ manifest }) => !manifest.private);
const tarballs = new Map<string, string>();
const packed = join(root, '.tools', 'packed-install');

beforeAll(async () => {
  await mkdir(packed, { recursive: true });
  for (const { path, manifest } of published) {
    const args = ['pack', '--json', '--pack-destination', packed];
    const { stdout } = await run('pnpm', args, { cwd: join(root, path) });
    tarballs.set(manifest.name, JSON.parse(stdout).filename);
  }
}, 120_000);

describe('packed and installed alone in an empty folder', () => {
  const servers = published.filter(({ manifest }) => manifest.bin);
  const libraries = published.filter(({ manifest }) => !manifest.bin);

  it.each(libraries.map(({ manifest }) => manifest.name))(
    '%s opens its door',
    async name => {
      await using folder = await testFolder();
      await install(folder.path, [name]);
      const { stdout } = await script(
        folder.path,
        `console.log(Object.keys(await import('${name}')).length > 0)`,
      );
      expect(stdout.trim()).toBe('true');
    },
    120_000,
  );

  it.each(servers.map(({ manifest }) => [manifest.name, Object.keys(manifest.bin ?? {})[0]]))(
    '%s answers through its command %s, connect, mount and callTool',
    async (name = '', command = '') => {
      await using folder = await testFolder();
      await install(
        folder.path,
        [name],
        ['@modelcontextprotocol/client', '@modelcontextprotocol/sdk'],
      );
      const { stdout } = await script(folder.path, consumer(name, command));
      const answers: Record<string, number> = JSON.parse(stdout);
      expect(Object.keys(answers)).toEqual([
        'command',
        'connect 2',
        'mount 2',
        'connect 1',
        'mount 1',
        'callTool',
      ]);
      // How many tools each way lists besides the package's own: a mounted server has the app's.
      expect(Object.values(answers)).toEqual([0, 0, 1, 0, 1, 1]);
    },
    120_000,
  );
});

/** The package's tarball with those of the workspace packages it needs, and others by name. */
async function install(folder: string, names: readonly string[], others: readonly string[] = []) {
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const needed = new Set<string>();
  const add = (name: string) => {
    if (!tarballs.has(name) || needed.has(name)) return;
    needed.add(name);
    Object.keys(manifests.get(name)?.manifest.dependencies ?? {}).forEach(add);
  };
  names.forEach(add);
  const files = [...needed].map(name => tarballs.get(name) ?? '');
  const versions = others.map(name => `${name}@${installedVersion(name)}`);
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  await run('npm', ['install', ...quiet, ...files, ...versions], { cwd: folder });
}

/** The version that the workspace itself uses. */
function installedVersion(name: string): string {
  const path = join(root, 'packages/testing/node_modules', name, 'package.json');
  return JSON.parse(readFileSync(path, 'utf8')).version;
}

const script = async (folder: string, text: string) => {
  await writeFile(join(folder, 'consumer.js'), text);
  return run(process.execPath, ['consumer.js'], { cwd: folder });
};

/** A call of each server and what stands in its answer; the first one that is served is made. */
const aCall: readonly (readonly [string, object, string])[] = [
  ['read_file', { path: 'package.json' }, '"private":true'],
  ['write_memory', { key: 'a', value: '1' }, 'Stored "a".'],
  ['execute_command', { command: 'echo $((6 * 7))' }, '"stdout":"42\\n"'],
  ['create_skill', { skill_name: 'a', description: 'Shows it' }, 'Created the skill "a"'],
];

/** An app that uses the package in every way and prints how many tools each way lists. */
const consumer = (name: string, command: string) => `
import { callTool, createHost } from '@std-tools/core';
import * as v2 from '@std-tools/core/mcp';
import * as v1 from '@std-tools/core/sdk-v1';
import { Client as Client2 } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { InMemoryTransport as Pair2, McpServer as McpServer2 } from '@modelcontextprotocol/server';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as Pair1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as McpServer1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as door from '${name}';

const info = { name: 'app', version: '1' };
const factory = Object.keys(door).find(name => /^create\\w*Servers?$/.test(name));
const servers = [await door[factory]()].flat();
const own = createHost(servers).tools.size;
const answers = {};
const count = async (way, Client, transport, done) => {
  const client = new Client(info);
  await client.connect(transport);
  answers[way] = (await client.listTools()).tools.length - own;
  await client.close();
  await done?.[Symbol.asyncDispose]();
};
await count('command', Client2, new StdioClientTransport({ command: 'node_modules/.bin/${command}' }));
for (const [line, core, Client, Pair, McpServer] of [
  [2, v2, Client2, Pair2, McpServer2],
  [1, v1, Client1, Pair1, McpServer1],
]) {
  const [near, far] = Pair.createLinkedPair();
  await count('connect ' + line, Client, near, await core.connect(servers, far));
  const app = new McpServer(info);
  app.registerTool('own', { description: 'own' }, async () => ({ content: [] }));
  const host = core.mount(app, servers);
  const [here, there] = Pair.createLinkedPair();
  await app.connect(there);
  await count('mount ' + line, Client, here, host);
}
const host = createHost(servers);
const [tool, args, answer] = ${JSON.stringify(aCall)}.find(([name]) => host.tools.has(name));
const { content } = await callTool(host, tool, args);
answers.callTool = content[0].text.includes(answer) ? 1 : 0;
await host[Symbol.asyncDispose]();
console.log(JSON.stringify(answers));
`;
