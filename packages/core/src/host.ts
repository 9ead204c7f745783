import { type CallRequest, type CallResult, runTool } from './call.ts';
import { childEnvironment } from './child-environment.ts';
import { compose, type ComposeOptions, type HostedTool } from './compose.ts';
import { checkConfig, readConfig } from './config.ts';
import { type Environment, processEnvironment } from './environment.ts';
import type { ConfigTable, Log, ReadConfig, ToolServer } from './contract.ts';
import { describe, type ToolListing } from './describe.ts';
import { Lifetime } from './lifetime.ts';
import { createLog, logConfig } from './log.ts';

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
  /** Default: stderr, from the level that `DPTTOOLS_LOG_LEVEL` asks for. */
  readonly log?: Log;
  /** Tables to check besides those of the servers. */
  readonly tables?: readonly ConfigTable[];
}

/** Composes servers. Throws `ConfigError` for bad settings, `ComposeError` for colliding names. */
export function createHost(servers: readonly ToolServer[], options: HostOptions = {}): Host {
  const { env = processEnvironment() } = options;
  const { log = createLog(env, line => void process.stderr.write(line)) } = options;
  checkConfig(
    [
      ...[logConfig, ...(options.tables ?? [])].map(table => ({ table })),
      ...servers.flatMap(({ config, overrides }) =>
        config.map(table => ({ table, given: overrides?.[table.area] })),
      ),
    ],
    env,
  );
  const configured = servers.map(server => [server, configReader(server, env)] as const);
  const tools = compose(configured, options);
  const served = new Set([...tools.values()].map(tool => tool.server));
  for (const [server, config] of configured)
    if (served.has(server))
      for (const warning of server.warnings?.(config) ?? []) log('warn', warning);
  const life = new Lifetime(log, childEnvironment(env));
  const running = new Set<Promise<CallResult>>();
  const only = servers.length === 1 ? servers[0] : undefined;
  let listing: readonly ToolListing[] | undefined;
  const list = () => (listing ??= [...tools.values()].map(({ tool }) => describe(tool)));
  return {
    info: {
      name: options.name ?? only?.name ?? 'std-tools',
      ...(only && !options.name && { title: only.title }),
      version: options.version ?? only?.version ?? '0',
    },
    instructions: servers.flatMap(server => server.instructions ?? []).join('\n\n') || undefined,
    tools,
    log,
    list,
    async call(name, args, request) {
      const call = runTool({ tools, life, log, list }, name, args, request);
      running.add(call);
      try {
        return await call;
      } finally {
        running.delete(call);
      }
    },
    endSession: id => life.end(id),
    async [Symbol.asyncDispose]() {
      await settled([...running], graceMs);
      await life[Symbol.asyncDispose]();
    },
  };
}

/** Milliseconds that calls have to end by themselves, so that none leaves a temporary file. */
const graceMs = 1000;

/** Waits until all have ended, well or not, but not longer than that. */
async function settled(promises: readonly Promise<unknown>[], ms: number): Promise<void> {
  if (promises.length === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise(resolve => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.allSettled(promises), late]);
  clearTimeout(timer);
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

/** The host itself, or a new one of the servers. */
export const toHost = (servers: readonly ToolServer[] | Host, options: HostOptions): Host =>
  'call' in servers ? servers : createHost(servers, options);
