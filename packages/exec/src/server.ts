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
  tools: read =>
    read(sandboxConfig).sandbox === 'off'
      ? tools
      : tools.map(tool =>
          tool.name === 'execute_command'
            ? { ...tool, description: `${tool.description} ${sandboxed}` }
            : tool,
        ),
  warnings: read => unconfinedWarning(read, read(rootsConfig).roots, 'execute_command'),
  overrides: settingsByArea(config, settings),
});

const sandboxed =
  'In a sandbox: only the allowed folders are writable; /tmp, processes and, by default, the ' +
  'network are private to each call.';
