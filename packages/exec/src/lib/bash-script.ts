import { ToolError } from '@std-tools/core';
import { tetherFd } from '@std-tools/kit-process';

/** Linux passes no longer argument (MAX_ARG_STRLEN in execve(2), less the ending NUL). */
const mostBytes = 131_071;

/**
 * What `bash -c` is given: the command with a trap before it that tells the folder where the shell
 * ends, after `exit`, a failure or under `set -e` as well. The trap stands on the command's first
 * line, so the lines in messages of the shell stay right.
 */
export function bashScript(command: string): string {
  if (command.includes('\0')) throw new ToolError('command holds a NUL byte: remove it');
  const script = `${tellFolder}; ${command.toWellFormed()}`;
  const bytes = Buffer.byteLength(script);
  if (bytes > mostBytes)
    throw new ToolError(
      `command has ${bytes} bytes, and the system takes at most ${mostBytes}: write it to a ` +
        'file with write_file, where available, and run that',
    );
  return script;
}

/** The folder in what the trap wrote; undefined when the shell ended without it. */
export function toldFolder(text: string): string | undefined {
  const at = text.lastIndexOf('\0/');
  return at !== -1 && text.endsWith('\n') ? text.slice(at + 1, -1) : undefined;
}

// The braces keep the trap out of what `set -x` prints. `builtin` also works where a command
// defines functions of those names, `|| :` keeps the exit code under `set -e`, and a folder that
// was deleted has no real path any more, only the name that it was reached by.
const tellFolder =
  'trap \'{ builtin printf "\\0"; builtin pwd -P || builtin printf "%s\\n" "$PWD"; } ' +
  `>&${tetherFd} 2>/dev/null || :' EXIT`;
