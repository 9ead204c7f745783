import {
  createHost,
  type Environment,
  type Host,
  type Log,
  type ToolServer,
} from '@std-tools/core';
import { UsageError } from '@std-tools/core/command';
import { catalog } from './catalog.ts';
import type { Flags } from './flags.ts';
import { launcherConfig } from './launcher-config.ts';
import { loadPlugin } from './plugins.ts';
import { version } from './version.ts';

/** Loads the servers that the flags and settings ask for and puts them into one host. */
export async function composeServers(
  flags: Flags,
  { env, log }: { env: Environment; log: Log },
): Promise<Host> {
  const entries = chosen(flags.servers);
  const { plugins } = launcherConfig.fields;
  // Read apart from the rest, whose faults are reported together with those of the servers.
  const asked = plugins.schema.parse(env[plugins.env] || plugins.default);
  const servers = await Promise.all([
    ...entries.map(entry => entry.load()),
    ...[...asked, ...flags.plugins].map(loadPlugin),
  ]);
  const prefixes = new Map<string, string>();
  for (const [name, prefix] of flags.prefixes) {
    const server = servers[entries.findIndex(entry => entry.folder === name)];
    const owner = server ?? servers.find(one => one.name === name);
    if (!owner)
      throw new UsageError(`--prefix names "${name}"; served are ${listed(names(servers))}`);
    prefixes.set(owner.name, prefix);
  }
  return createHost(servers, {
    name: 'doc-processing-std-tools',
    version,
    env,
    log,
    tables: [launcherConfig],
    prefixes,
    excludeTools: flags.excludeTools,
    readOnly: flags.readOnly,
  });
}

function chosen(folders: readonly string[] | undefined) {
  if (!folders) return catalog;
  const known = catalog.map(entry => entry.folder);
  const unknown = folders.filter(folder => !known.includes(folder));
  if (unknown.length > 0)
    throw new UsageError(`--servers names ${listed(unknown)}; there are ${listed(known)}`);
  return catalog.filter(entry => folders.includes(entry.folder));
}

const names = (servers: readonly ToolServer[]) => servers.map(server => server.name);
const listed = (items: readonly string[]) => items.map(item => `"${item}"`).join(', ');
