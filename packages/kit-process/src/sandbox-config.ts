import { choice, defineConfig, field, flag, type ReadConfig } from '@std-tools/core';

/** Whether, and how, commands and scripts run in a sandbox. */
export const sandboxConfig = defineConfig({
  area: 'Sandbox',
  fields: {
    sandbox: field({
      env: 'DPTTOOLS_EXEC_SANDBOX',
      ...choice('off', 'bwrap'),
      default: 'off',
      doc: 'bwrap: commands and skill scripts run in bubblewrap, where only the folders of `DPTTOOLS_FS_ROOTS` are writable. They are refused when it does not work.',
    }),
    network: field({
      env: 'DPTTOOLS_EXEC_SANDBOX_NETWORK',
      ...flag(),
      default: false,
      doc: 'Whether what runs in the sandbox can use the network.',
    }),
  },
});

/** What to tell the operator of a tool that `roots` do not confine; nothing when all is well. */
export const unconfinedWarning = (
  config: ReadConfig,
  roots: readonly string[],
  tool: string,
): readonly string[] =>
  roots.length === 0 || config(sandboxConfig).sandbox !== 'off'
    ? []
    : [
        `DPTTOOLS_FS_ROOTS does not confine what ${tool} runs: set DPTTOOLS_EXEC_SANDBOX=bwrap, ` +
          'or do not serve it',
      ];
