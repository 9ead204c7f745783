import { ToolError } from '@std-tools/core';
import { tetherFd } from '@std-tools/kit-process';

/** Linux passes no longer argument (MAX_ARG_STRLEN in execve(2), less the ending NUL). */
const mostBytes = 131_071;

export const bash = '/bin/bash';

/**
 * The arguments of bash for a command: a trap tells the folder where the shell ends, after `exit`,
 * a failure or under `set -e` as well. The command is an argument of its own, so that it alone
 * stands in the messages of the shell. A `ToolError` for one that the system does not pass.
 */
export function bashArguments(command: string): readonly string[] {
  if (command.includes('\0')) throw new ToolError('command holds a NUL byte: remove it');
  const text = command.toWellFormed();
  const bytes = Buffer.byteLength(text);
  if (bytes > mostBytes)
    throw new ToolError(
      `command has ${bytes} bytes, and the system takes at most ${mostBytes}: write it to a ` +
        'file with write_file, where available, and run that',
    );
  return ['-c', runner, bash, text];
}

/** The folder in what the trap wrote; undefined when the shell ended without it. */
export function toldFolder(text: string): string | undefined {
  const at = text.lastIndexOf('\0/');
  return at !== -1 && text.endsWith('\n') ? text.slice(at + 1, -1) : undefined;
}

/** The command of a shell that was started with these arguments, also of a subshell of it. */
export const shownCommand = (commandLine: string): string =>
  commandLine.startsWith(`${bash} -c ${runner} ${bash} `)
    ? commandLine.slice(`${bash} -c ${runner} ${bash} `.length)
    : commandLine;

// The braces keep the trap out of what `set -x` prints. `builtin` also works where a command
// defines functions of those names, `|| :` keeps the exit code under `set -e`, and a folder that
// was deleted has no real path any more, only the name that it was reached by.
const runner =
  'trap \'{ builtin printf "\\0"; builtin pwd -P || builtin printf "%s\\n" "$PWD"; } ' +
  `>&${tetherFd} 2>/dev/null || :' EXIT; ` +
  'STD_TOOLS_COMMAND=$1; set --; eval "$STD_TOOLS_COMMAND"';
