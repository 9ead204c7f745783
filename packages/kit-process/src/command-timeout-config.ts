import { defineConfig, field, positiveInteger } from '@std-tools/core';

/** How long commands and scripts may run; shared by the servers that run them. */
export const commandTimeoutConfig = defineConfig({
  area: 'Commands',
  fields: {
    timeoutSeconds: field({
      env: 'DPTTOOLS_SANDBOX_TIMEOUT',
      ...positiveInteger('seconds'),
      default: 30,
      doc: 'Default and longest time that `execute_command` gives a command, and the time that `execute_skill_script` gives a script.',
    }),
  },
});
