import { limitsConfig, settingsByArea, type SettingsOf, type ToolServer } from '@std-tools/core';
import { rootsConfig } from '@std-tools/kit-files';
import { commandTimeoutConfig, sandboxConfig } from '@std-tools/kit-process';
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
  warnings: read =>
    read(rootsConfig).roots.length > 0 && read(sandboxConfig).sandbox === 'off' ? [unconfined] : [],
  overrides: settingsByArea(config, settings),
});

const unconfined =
  'DPTTOOLS_FS_ROOTS confines the file tools but not the commands of execute_command: set ' +
  'DPTTOOLS_EXEC_SANDBOX=bwrap, or do not serve the exec server';
