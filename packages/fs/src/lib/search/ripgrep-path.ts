import { ToolError } from '@std-tools/core';

/** The program to run: the given one, else the one inside `@vscode/ripgrep`. */
export async function ripgrepPath(given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  try {
    return (await import('@vscode/ripgrep')).rgPath;
  } catch {
    throw new ToolError(
      'ripgrep is not installed: install the package @vscode/ripgrep with its optional ' +
        'dependencies, or set RIPGREP_PATH to an rg program',
    );
  }
}
