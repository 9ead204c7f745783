import { limitsConfig, settingsByArea, type SettingsOf, type ToolServer } from '@std-tools/core';
import { rootsConfig } from '@std-tools/kit-files';
import { commandTimeoutConfig, sandboxConfig, unconfinedWarning } from '@std-tools/kit-process';
import { tools } from './tools/index.ts';
import { version } from './version.ts';

const config = [limitsConfig, commandTimeoutConfig, sandboxConfig, rootsConfig] as const;

/** Settings that win over the environment. */
export type ExecSettings = SettingsOf<typeof config>;

/** The code-execution server: a shell for each session. */
export const createExecServer = (settings: ExecSettings = {}): ToolServer => ({
  name: 'code-execution-tools',
  title: 'Code execution',
  version,
  config,
  tools,
  warnings: read => unconfinedWarning(read, read(rootsConfig).roots, 'execute_command'),
  overrides: settingsByArea(config, settings),
});
