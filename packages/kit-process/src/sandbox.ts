import { type Slot, type SlotEnv, type ToolContext, ToolError } from '@std-tools/core';
import { Children } from './children.ts';
import { run } from './run.ts';
import { type Folders, isHidden, sandboxArguments } from './sandbox-arguments.ts';
import { sandboxConfig } from './sandbox-config.ts';

const bubblewrap = 'bwrap';
const probeTimeoutMs = 10_000;

/** A program with its arguments and where it runs. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

export interface ConfineOptions {
  /** Folders that stay writable; asked for only when there is a sandbox. */
  writable(): Promise<readonly string[]>;
  /** Folders of the operator that can be read, also where the sandbox has a private one. */
  readonly readable: readonly string[];
  /** Where to start when the sandbox hides the command's folder: one of `readable`. */
  readonly home: string;
  /** True: background jobs outlive the command, and then also a server that is killed. */
  readonly keepsJobs?: boolean;
}

/** A command as it is to be started. */
export interface Confined extends Command {
  /** Where the program starts; another folder than asked for when the sandbox hides that one. */
  readonly startsIn: string;
  readonly isSandboxed: boolean;
}

/**
 * Puts a command into bubblewrap when the settings of its server ask for it. A sandbox that does
 * not work is a `ToolError`: nothing ever runs outside because of that.
 */
export async function confine(
  { config, session }: Pick<ToolContext, 'config' | 'session'>,
  command: Command,
  { writable, readable, home, keepsJobs = false }: ConfineOptions,
): Promise<Confined> {
  const { sandbox, network } = config(sandboxConfig);
  if (sandbox === 'off') return { ...command, startsIn: command.cwd, isSandboxed: false };
  const { fault } = await session.get(probeSlot(network));
  if (fault !== undefined) throw new ToolError(refusal(fault));
  const folders: Folders = { writable: await writable(), readable };
  const startsIn = isHidden(command.cwd, folders) ? home : command.cwd;
  return {
    program: bubblewrap,
    args: [
      ...sandboxArguments(folders, network),
      ...(keepsJobs ? [] : ['--die-with-parent']),
      '--chdir',
      startsIn,
      '--',
      command.program,
      ...command.args,
    ],
    cwd: '/',
    startsIn,
    isSandboxed: true,
  };
}

/** Whether bubblewrap works here, found out once for all servers of a host. */
const probeSlot = (network: boolean): Slot<{ readonly fault: string | undefined }> => ({
  name: `sandbox probe ${network ? 'with' : 'without'} network`,
  scope: 'process',
  create: async env => ({ fault: await probe(env, network) }),
});

/** Why bubblewrap does not work here; undefined when it does. */
async function probe(
  { childEnvironment, signal }: SlotEnv,
  network: boolean,
): Promise<string | undefined> {
  using children = new Children(childEnvironment);
  const args = sandboxArguments({ writable: [], readable: [] }, network);
  try {
    const { exitCode, stdout, stderr, timedOut } = await run(children, bubblewrap, echo(args), {
      cwd: '/',
      signal,
      timeoutMs: probeTimeoutMs,
      maxCharacters: 500,
    });
    if (timedOut) return `it gave no answer in ${probeTimeoutMs / 1000} s`;
    if (stdout.trim() === marker) return undefined;
    return stderr.trim() || `it ended with ${exitCode} and ran nothing`;
  } catch (error) {
    if (signal.aborted) throw error;
    return 'it cannot be started';
  }
}

const marker = 'it works';
const echo = (args: readonly string[]) => [...args, '--', 'echo', marker];

const refusal = (fault: string) =>
  `DPTTOOLS_EXEC_SANDBOX asks for bubblewrap, which does not work here (${fault}), so nothing ` +
  'was run. The operator can install bubblewrap, allow it to make namespaces, or set the ' +
  'variable to off.';
