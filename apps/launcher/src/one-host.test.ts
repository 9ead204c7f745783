import { writeFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { createHost } from '@std-tools/core';
import { mount } from '@std-tools/core/mcp';
import { createFsServer } from '@std-tools/fs';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';

const info = { name: 'test', version: '0' };

it('lets the servers of an app share one host, so that no edit is lost between them', async () => {
  await using folder = await testFolder();
  const path = join(folder.path, 'file');
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}.`);
  await writeFile(path, lines.join('\n'));
  const host = createHost([createFsServer()], { env: {} });
  const clients = await Promise.all(
    lines.map(async () => {
      const app = new McpServer(info);
      mount(app, host);
      const [near, far] = InMemoryTransport.createLinkedPair();
      await app.connect(far);
      const client = new Client(info);
      await client.connect(near);
      return client;
    }),
  );
  await Promise.all(
    clients.map((client, index) =>
      client.callTool({
        name: 'edit_file',
        arguments: { path, old_string: `line ${index}.`, new_string: `edited ${index}.` },
      }),
    ),
  );
  expect(await readFile(path, 'utf8')).toBe(lines.join('\n').replaceAll('line', 'edited'));
  await Promise.all(clients.map(client => client.close()));
  await host[Symbol.asyncDispose]();
});
