import { type Slot, type SlotEnv, ToolError } from '@std-tools/core';
import { Children } from './children.ts';
import { run } from './run.ts';
import { type Confinement, sandboxArguments } from './sandbox-arguments.ts';
import { sandboxConfig } from './sandbox-config.ts';

const program = 'bwrap';
const probeTimeoutMs = 10_000;

/** A program with its arguments and where it runs. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** Puts commands into bubblewrap when the settings ask for it. */
export interface Sandbox {
  /**
   * The command as it is to be started. Throws a `ToolError` when a sandbox is asked for and does
   * not work: nothing ever runs outside because of that.
   */
  confine(command: Command, folders: Pick<Confinement, 'writable' | 'readable'>): Command;
}

/** Probes bubblewrap once for all servers of a host. */
export const sandboxSlot: Slot<Sandbox> = {
  name: 'sandbox',
  scope: 'process',
  async create({ config, childEnvironment, signal }) {
    const { sandbox, network } = config(sandboxConfig);
    if (sandbox === 'off') return { confine: command => command };
    const fault = await probe({ childEnvironment, signal }, network);
    return {
      confine(command, { writable, readable }) {
        if (fault !== undefined) throw new ToolError(refusal(fault));
        const { cwd } = command;
        const args = sandboxArguments({ writable, readable: [...readable, cwd], network });
        return {
          program,
          args: [...args, '--chdir', cwd, '--', command.program, ...command.args],
          cwd,
        };
      },
    };
  },
};

/** Why bubblewrap does not work here; undefined when it does. */
async function probe(
  { childEnvironment, signal }: Pick<SlotEnv, 'childEnvironment' | 'signal'>,
  network: boolean,
): Promise<string | undefined> {
  using children = new Children(childEnvironment);
  const args = sandboxArguments({ writable: [], readable: [], network });
  try {
    const { exitCode, stderr } = await run(children, program, [...args, '--', 'true'], {
      cwd: '/',
      signal,
      timeoutMs: probeTimeoutMs,
      maxCharacters: 500,
    });
    return exitCode === 0 ? undefined : stderr.trim() || `it ended with ${exitCode}`;
  } catch (error) {
    if (signal.aborted) throw error;
    return 'it cannot be started';
  }
}

const refusal = (fault: string) =>
  `DPTTOOLS_EXEC_SANDBOX asks for bubblewrap, which does not work here (${fault}), so nothing ` +
  'was run. The operator can install bubblewrap, allow it to make namespaces, or set the ' +
  'variable to off.';
