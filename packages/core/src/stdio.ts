import type { Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { endWith } from './ends.ts';
import type { Host } from './host.ts';
import { toMcpServer } from './mcp.ts';
import { StdioTransport } from './stdio-transport.ts';

export { endWith };

/** Bytes of one message: room for a file of the default size limit with its JSON escapes. */
export const maxMessageBytes = 128 * 1024 * 1024;

/** Serves a host on stdin and the claimed stdout until the client goes or a signal comes. */
export function runStdio(host: Host, stdout: Writable): void {
  if (process.stdin.isTTY)
    process.stderr.write(
      `${host.info.name} waits for an MCP client to speak on stdin. ` +
        'A client starts it by itself; --help tells more, Ctrl+C ends it.\n',
    );
  const connection = serveStdio(() => toMcpServer(host), {
    transport: new StdioTransport(process.stdin, stdout, maxMessageBytes),
    onerror: error => host.log('error', error.message),
  });
  endWith(
    async () => {
      await connection.close();
      await host[Symbol.asyncDispose]();
    },
    host.log,
    stdout,
  );
}
