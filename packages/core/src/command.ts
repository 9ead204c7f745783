import { delimiter, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { ComposeError } from './compose.ts';
import { ConfigError } from './config.ts';
import type { Environment } from './environment.ts';
import type { ToolServer } from './contract.ts';
import { createHost } from './host.ts';
import { createLog } from './log.ts';
import { runStdio } from './stdio.ts';

export interface CommandInput {
  /** The claimed stdout. */
  readonly stdout: Writable;
  /** The arguments after the command's name. */
  readonly argv: readonly string[];
  readonly env: Environment;
}

/** The command of one server: `std-tools-x [folders...]`, over stdio. */
export function runServerCommand(server: ToolServer, { stdout, argv, env }: CommandInput): void {
  const roots = server.config.flatMap(table => Object.values(table.fields)).find(takesFolders);
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: roots !== undefined,
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
        'list-tools': { type: 'boolean' },
      },
    });
    if (values.help) return void stdout.write(help(server, roots !== undefined));
    if (values.version) return void stdout.write(`${server.version}\n`);
    const settings = withFolders(env, positionals);
    const log = createLog(settings, line => void process.stderr.write(line));
    const host = createHost([server], { env: settings, log });
    if (values['list-tools']) stdout.write(`${[...host.tools.keys()].join('\n')}\n`);
    else runStdio(host, stdout);
  } catch (error) {
    failStart(error);
  }
}

/** What the user asked for cannot be done as written; the process ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Prints why a start failed and sets the exit code: 2 for bad settings or arguments, else 1. */
export function failStart(error: unknown): void {
  const isUsage =
    error instanceof ConfigError ||
    error instanceof ComposeError ||
    error instanceof UsageError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = isUsage ? 2 : 1;
}

/** The environment with folders given on the command line as the file tools' roots. */
export function withFolders(env: Environment, folders: readonly string[]): Environment {
  if (folders.length === 0) return env;
  if (folders.includes('')) throw new UsageError('a folder argument is empty: name a folder');
  const split = folders.filter(folder => folder.includes(delimiter));
  if (split.length > 0)
    throw new UsageError(`folder ${split.join(', ')}: its name holds "${delimiter}"`);
  return { ...env, [rootsVariable]: folders.map(folder => resolve(folder)).join(delimiter) };
}

const rootsVariable = 'DPTTOOLS_FS_ROOTS';
const takesFolders = (field: { readonly env: string }) => field.env === rootsVariable;

const help = ({ title, version }: ToolServer, hasRoots: boolean) =>
  `${title} ${version}: an MCP server over stdio, to be started by an MCP client.

${hasRoots ? '  [folders...]   confine the tools to these folders\n' : ''}\
  --list-tools   print the names of the tools
  --version      print the version
  --help         print this

Settings are environment variables; the README of the package lists them.
`;
