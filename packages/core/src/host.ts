import { type CallRequest, type CallResult, runTool } from './call.ts';
import { childEnvironment } from './child-environment.ts';
import { compose, type ComposeOptions, type HostedTool } from './compose.ts';
import { checkConfig, type Environment, readConfig } from './config.ts';
import type { ConfigTable, Log, ReadConfig, ToolServer } from './contract.ts';
import { describe, type ToolListing } from './describe.ts';
import { Lifetime } from './lifetime.ts';
import { logConfig } from './log.ts';

/** Servers put together: one tool list, one configuration, one lifetime. Dispose it at the end. */
export interface Host extends AsyncDisposable {
  readonly info: { readonly name: string; readonly title?: string; readonly version: string };
  readonly instructions: string | undefined;
  readonly tools: ReadonlyMap<string, HostedTool>;
  readonly log: Log;
  /** The answer to `tools/list`, converted on first use. */
  list(): readonly ToolListing[];
  /** Runs a tool; an unknown name throws `UnknownTool`, every other failure is in the result. */
  call(name: string, args: unknown, request: CallRequest): Promise<CallResult>;
  /** Disposes what a session owns. */
  endSession(id: string): Promise<void>;
}

export interface HostOptions extends ComposeOptions {
  /** `serverInfo.name`; default: the only server's name. */
  readonly name?: string;
  readonly version?: string;
  /** Where settings are read; default: the environment of the process. */
  readonly env?: Environment;
  readonly log?: Log;
  /** Tables to check besides those of the servers. */
  readonly tables?: readonly ConfigTable[];
}

/** Composes servers. Throws `ConfigError` for bad settings, `ComposeError` for colliding names. */
export function createHost(servers: readonly ToolServer[], options: HostOptions = {}): Host {
  const { env = process.env, log = () => {} } = options;
  checkConfig(
    [
      ...[logConfig, ...(options.tables ?? [])].map(table => ({ table })),
      ...servers.flatMap(({ config, overrides }) =>
        config.map(table => ({ table, given: overrides?.[table.area] })),
      ),
    ],
    env,
  );
  const tools = compose(
    servers.map(server => [server, configReader(server, env)] as const),
    options,
  );
  const life = new Lifetime(log, childEnvironment(env));
  const only = servers.length === 1 ? servers[0] : undefined;
  let listing: readonly ToolListing[] | undefined;
  return {
    info: {
      name: options.name ?? only?.name ?? 'std-tools',
      ...(only && !options.name && { title: only.title }),
      version: options.version ?? only?.version ?? '0',
    },
    instructions: servers.flatMap(server => server.instructions ?? []).join('\n\n') || undefined,
    tools,
    log,
    list: () => (listing ??= [...tools.values()].map(({ tool }) => describe(tool))),
    call: (name, args, request) => runTool({ tools, life, log }, name, args, request),
    endSession: id => life.end(id),
    [Symbol.asyncDispose]: () => life[Symbol.asyncDispose](),
  };
}

function configReader({ overrides }: ToolServer, env: Environment): ReadConfig {
  const known = new Map<string, object>();
  // One table an area, so what stands under an area has the type of the table asked for.
  return ((table: ConfigTable) => {
    const config = known.get(table.area) ?? readConfig(table, env, overrides?.[table.area]);
    known.set(table.area, config);
    return config;
  }) as ReadConfig;
}
