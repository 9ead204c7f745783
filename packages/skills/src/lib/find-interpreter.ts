import { extname, resolve } from 'node:path';
import { ToolError } from '@std-tools/core';

/** What runs a script. */
export interface Interpreter {
  readonly program: string;
  /** Added to the script's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What to do when the program is missing, for messages. */
  readonly advice: string;
}

export interface Programs {
  readonly python: string;
  readonly node: string;
  /** Such as `22.18.0`. */
  readonly nodeVersion: string;
}

/** The program for a script by its extension; a `ToolError` for a kind that cannot be run. */
export function findInterpreter(script: string, programs: Programs): Interpreter {
  switch (extname(script).toLowerCase()) {
    case '.py':
      return {
        program: fromHere(programs.python),
        // Else what it prints stays in it until it ends, and is lost when it runs out of time.
        env: { PYTHONUNBUFFERED: '1' },
        advice: 'DPTTOOLS_PYTHON must name a Python program',
      };
    case '.js':
    case '.mjs':
    case '.cjs':
      return node(programs);
    case '.ts':
      if (runsTypeScript(programs.nodeVersion)) return node(programs);
      throw new ToolError(
        `${script} needs Node 22.18 or later, which runs TypeScript; ` +
          `this is Node ${programs.nodeVersion}`,
      );
    case '.sh':
      return { program: 'bash', env: {}, advice: 'bash must be installed' };
    default:
      throw new ToolError(
        `${script} is no script that can be run: the kinds are .py, .js, .mjs, .cjs, .ts and .sh`,
      );
  }
}

const node = ({ node: program }: Programs): Interpreter => ({
  program,
  env: {},
  advice: 'the Node program that runs this server is gone',
});

/** A path is meant from the server's folder, not from the script's; a name is looked up. */
const fromHere = (program: string) => (/[\\/]/.test(program) ? resolve(program) : program);

/** True for the releases that strip types without a flag. */
function runsTypeScript(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}
