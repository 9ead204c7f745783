import { defineTool, limitsConfig } from '@std-tools/core';
import { allowedFolders } from '@std-tools/kit-files';
import { commandTimeoutConfig, confine } from '@std-tools/kit-process';
import * as z from 'zod';
import { sessionShell } from '../state.ts';

export default defineTool({
  name: 'execute_command',
  title: 'Execute command',
  description:
    'Runs a command in bash, such as a program, a script or a pipeline; to read, write or search ' +
    'files prefer the file tools, where available. Only the working folder carries over to ' +
    'the next call, no variables. stdin is closed, so pass flags like --yes. Returns JSON ' +
    '{stdout, stderr, exit_code, timed_out}, long output cut in the middle; a timeout gives ' +
    'exit_code -1. still_running lists background jobs: they live on until restart_session, so ' +
    'send their output to a file.',
  input: z.strictObject({
    command: z.string().describe('Bash command line or script'),
    timeout: z
      .int()
      .optional()
      .describe(
        'Seconds until the command and all it started are ended; the default is also the most',
      ),
  }),
  hints: { readOnly: false, openWorld: true },
  async handler({ command, timeout }, ctx) {
    const { timeoutSeconds } = ctx.config(commandTimeoutConfig);
    const seconds = Math.min(timeout ?? timeoutSeconds, timeoutSeconds);
    if (seconds <= 0) return JSON.stringify(notRun(seconds));
    const shell = await sessionShell(ctx);
    const result = await shell.run(command, {
      signal: ctx.signal,
      timeoutMs: seconds * 1000,
      maxCharacters: ctx.config(limitsConfig).outputLimit,
      confine: (one, home) =>
        confine(ctx, one, {
          writable: () => allowedFolders(ctx),
          readable: [home],
          home,
          keepsJobs: true,
        }),
      onProgress: (passed, lastLine) => void ctx.progress(passed, seconds, lastLine || undefined),
    });
    return JSON.stringify(result);
  },
});

const notRun = (seconds: number) => ({
  stdout: '',
  stderr: `Nothing was run: timeout must be at least 1 second, got ${seconds}.`,
  exit_code: -1,
  timed_out: false,
});
