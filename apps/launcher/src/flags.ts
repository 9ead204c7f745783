import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from '@std-tools/core/command';

const options = {
  transport: { type: 'string', default: 'stdio' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '8000' },
  servers: { type: 'string' },
  'exclude-tools': { type: 'string' },
  'read-only': { type: 'boolean', default: false },
  plugin: { type: 'string', multiple: true, default: [] as string[] },
  prefix: { type: 'string', multiple: true, default: [] as string[] },
  'allow-unauthenticated': { type: 'boolean', default: false },
  'log-file': { type: 'string' },
  'list-tools': { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const satisfies ParseArgsConfig['options'];

/** The command line, checked: what a user typed wrong throws `UsageError`. */
export interface Flags {
  readonly folders: readonly string[];
  readonly transport: 'stdio' | 'http';
  readonly host: string;
  readonly port: number;
  readonly servers: readonly string[] | undefined;
  readonly excludeTools: ReadonlySet<string>;
  readonly readOnly: boolean;
  readonly plugins: readonly string[];
  readonly prefixes: ReadonlyMap<string, string>;
  readonly allowUnauthenticated: boolean;
  readonly logFile: string | undefined;
  readonly listTools: boolean;
  readonly version: boolean;
  readonly help: boolean;
}

export function readFlags(argv: readonly string[]): Flags {
  const { values, positionals } = parse(argv);
  const { transport } = values;
  if (transport !== 'stdio' && transport !== 'http')
    throw new UsageError(`--transport must be stdio or http, got "${transport}"`);
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new UsageError(`--port must be 0 to 65535, got "${values.port}"`);
  return {
    folders: positionals,
    transport,
    host: values.host.replace(/^\[(.*)\]$/, '$1'), // as IPv6 addresses stand in URLs
    port,
    servers: values.servers === undefined ? undefined : words(values.servers),
    excludeTools: new Set(words(values['exclude-tools'] ?? '')),
    readOnly: values['read-only'],
    plugins: values.plugin,
    prefixes: new Map(values.prefix.map(readPrefix)),
    allowUnauthenticated: values['allow-unauthenticated'],
    logFile: values['log-file'],
    listTools: values['list-tools'],
    version: values.version,
    help: values.help,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readPrefix(text: string): [string, string] {
  const [, name, prefix] = /^([^=]+)=([a-z0-9_]+)$/.exec(text) ?? [];
  if (name === undefined || prefix === undefined)
    throw new UsageError(`--prefix must look like server-name=prefix_, got "${text}"`);
  return [name, prefix];
}

const words = (text: string) =>
  text
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '');

export const help = `std-tools: MCP tool servers in one launcher.

Usage: std-tools [folders...] [options]
  folders                     confine the file tools to these (like DPTTOOLS_FS_ROOTS)
  --transport stdio|http      how clients connect (default stdio)
  --host, --port              where HTTP listens (default 127.0.0.1, 8000; port 0 picks a free one)
  --servers a,b               serve only these
  --exclude-tools x,y         leave these tools out
  --read-only                 serve only what cannot write
  --plugin package|./file     compose another server too (repeatable)
  --prefix server=p_          put p_ before the names of a server's tools (repeatable)
  --allow-unauthenticated     bind beyond loopback without a token (behind a proxy that checks)
  --log-file file             write the log there too
  --list-tools                print the names of the tools that would be served
  --version, --help

Settings are environment variables; docs/reference/configuration.md in the repository lists them.
`;
