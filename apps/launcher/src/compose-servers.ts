import {
  createHost,
  type Environment,
  type Host,
  type Log,
  type ToolServer,
} from '@std-tools/core';
import { catalog } from './catalog.ts';
import type { Flags } from './flags.ts';
import { launcherConfig } from './launcher-config.ts';
import { loadPlugin } from './plugins.ts';
import { UsageError } from '@std-tools/core/command';
import { version } from './version.ts';

/** Loads the servers that the flags and settings ask for and puts them into one host. */
export async function composeServers(
  flags: Flags,
  { env, log, plugins }: { env: Environment; log: Log; plugins: readonly string[] },
): Promise<Host> {
  const servers = await Promise.all([
    ...chosen(flags.servers).map(entry => entry.load()),
    ...[...plugins, ...flags.plugins].map(loadPlugin),
  ]);
  for (const name of flags.prefixes.keys())
    if (!servers.some(server => server.name === name))
      throw new UsageError(`--prefix names "${name}"; served are ${listed(names(servers))}`);
  return createHost(servers, {
    name: 'doc-processing-std-tools',
    version,
    env,
    log,
    tables: [launcherConfig],
    prefixes: flags.prefixes,
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
