import type { Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { endWith } from './ends.ts';
import type { Host } from './host.ts';
import { toMcpServer } from './mcp.ts';

export { endWith };

/** Bytes of one message: room for a file of the default size limit with its JSON escapes. */
export const maxMessageBytes = 128 * 1024 * 1024;

/** Serves a host on stdin and the claimed stdout until the client goes or a signal comes. */
export function runStdio(host: Host, stdout: Writable): void {
  const connection = serveStdio(() => toMcpServer(host, { sessionWithoutId: 'stdio' }), {
    transport: new StdioServerTransport(process.stdin, stdout, { maxBufferSize: maxMessageBytes }),
    onerror: error => host.log('error', error.message),
  });
  endWith(async () => {
    await connection.close();
    await host[Symbol.asyncDispose]();
  }, stdout);
}
