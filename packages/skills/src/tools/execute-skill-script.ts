import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { limitsConfig, ToolError } from '@std-tools/core';
import { allowedFolders, defineFileTool, errorCode } from '@std-tools/kit-files';
import { childrenSlot, commandTimeoutConfig, confine, run } from '@std-tools/kit-process';
import * as z from 'zod';
import { skillsConfig } from '../config.ts';
import { findInterpreter, type Interpreter } from '../lib/find-interpreter.ts';
import { findResource } from '../lib/find-resource.ts';
import { splitArguments } from '../lib/split-arguments.ts';
import { phrases } from '../phrases.ts';
import { skillOf } from '../skills-context.ts';

export default defineFileTool({
  name: 'execute_skill_script',
  title: 'Execute skill script',
  description:
    'Runs a script of a skill (.py, .js, .mjs, .cjs, .ts, .sh) in its own folder; stdin is closed. ' +
    'Read load_skill first. Returns JSON {stdout, stderr, exit_code}, long output cut in the ' +
    'middle; on a timeout exit_code is -1 and stderr says so.',
  input: z.strictObject({
    skill_name: z.string().describe(phrases.skillName),
    script_path: z.string().describe('Script, relative to the skill’s folder'),
    args: z
      .string()
      .default('')
      .describe('Its arguments, split as by a shell: quote those with spaces'),
  }),
  hints: { readOnly: false, openWorld: true },
  async handler({ skill_name, script_path, args }, ctx) {
    if (args.includes('\0')) throw new ToolError('args holds a NUL character: remove it');
    const scriptArgs = splitArguments(args);
    const { config, signal } = ctx;
    const { python } = config(skillsConfig);
    const { execPath, versions } = process;
    const interpreter = findInterpreter(script_path, {
      python,
      node: execPath,
      nodeVersion: versions.node,
    });
    const home = await skillOf(skill_name, ctx);
    const script = await findResource(home, script_path, 'script_path', signal);
    if (!(await stat(script)).isFile()) throw new ToolError(`${script_path} is not a regular file`);
    const { timeoutSeconds } = config(commandTimeoutConfig);
    const { program, cwd, ...confined } = await confine(
      ctx,
      { program: interpreter.program, args: [script, ...scriptArgs], cwd: dirname(script) },
      { writable: () => allowedFolders(ctx), readable: [home.root], home: home.real },
    );
    const children = await ctx.session.get(childrenSlot);
    const { stdout, stderr, exitCode, timedOut } = await run(children, program, confined.args, {
      cwd,
      signal,
      timeoutMs: timeoutSeconds * 1000,
      maxCharacters: config(limitsConfig).outputLimit,
      env: interpreter.env,
      onProgress: (seconds, lastLine) =>
        void ctx.progress(seconds, timeoutSeconds, lastLine || undefined),
    }).catch((error: unknown) => {
      throw startError(error, interpreter);
    });
    return JSON.stringify({
      stdout,
      stderr: timedOut ? stderr + outOfTime(stderr, timeoutSeconds) : stderr,
      exit_code: exitCode,
    });
  },
});

/** Words why a program could not be started; any other error comes back as it is. */
function startError(error: unknown, { program, advice }: Interpreter): unknown {
  switch (errorCode(error)) {
    case 'ENOENT':
      return new ToolError(`the program ${program} does not exist: ${advice}`);
    case 'EACCES':
      return new ToolError(`${program} may not be run as a program: ${advice}`);
    case 'E2BIG':
      return new ToolError('args is longer than the system allows: put the data into a file');
    default:
      return error;
  }
}

function outOfTime(stderr: string, seconds: number): string {
  const ownLine = stderr === '' || stderr.endsWith('\n') ? '' : '\n';
  const time = seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${ownLine}[ended after ${time}, the limit that DPTTOOLS_SANDBOX_TIMEOUT sets]\n`;
}
