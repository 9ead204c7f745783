import { closeSync, openSync, writeSync } from 'node:fs';
import { createLog, readConfig } from '@std-tools/core';
import { type CommandInput, failStart, UsageError, withFolders } from '@std-tools/core/command';
import { runStdio } from '@std-tools/core/stdio';
import { composeServers } from './compose-servers.ts';
import { help, readFlags } from './flags.ts';
import { launcherConfig } from './launcher-config.ts';
import { version } from './version.ts';

/** The command `std-tools`: reads the command line, composes the servers, serves them. */
export async function main({ stdout, argv, env: given }: CommandInput): Promise<void> {
  try {
    const flags = readFlags(argv);
    if (flags.help) return void stdout.write(help);
    if (flags.version) return void stdout.write(`${version}\n`);
    const env = withFolders(given, flags.folders);
    const log = createLog(env, openLog(flags.logFile));
    const host = await composeServers(flags, { env, log });
    if (flags.listTools) return void stdout.write(`${[...host.tools.keys()].join('\n')}\n`);
    if (flags.transport === 'stdio') return runStdio(host, stdout);
    const { runHttp } = await import('./http.ts');
    await runHttp(host, { ...flags, ...readConfig(launcherConfig, env) });
  } catch (error) {
    failStart(error);
  }
}

/** Writes to stderr and, when asked, to a file: synchronously, so that the last lines survive. */
function openLog(file: string | undefined): (line: string) => void {
  if (file === undefined) return line => void process.stderr.write(line);
  const fd = open(file);
  process.once('exit', () => closeSync(fd));
  return line => {
    process.stderr.write(line);
    writeSync(fd, line);
  };
}

function open(file: string): number {
  try {
    return openSync(file, 'a');
  } catch (error) {
    throw new UsageError(`--log-file ${file}: ${error instanceof Error ? error.message : error}`);
  }
}
