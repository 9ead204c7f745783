import { accessSync, constants, statSync } from 'node:fs';
import { defineConfig, field, optionalText } from '@std-tools/core';

/** Settings of the file-system server alone; see also limits and roots. */
export const fsConfig = defineConfig({
  area: 'File search',
  fields: {
    ripgrepPath: field({
      env: 'RIPGREP_PATH',
      ...optionalText('path of an `rg` program'),
      default: undefined,
      doc: 'ripgrep that `search_in_files` runs instead of the one that comes with the package.',
    }),
  },
  check: ({ ripgrepPath }) =>
    ripgrepPath === undefined || isProgram(ripgrepPath)
      ? []
      : [`RIPGREP_PATH names ${JSON.stringify(ripgrepPath)}, which is not a program`],
});

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
