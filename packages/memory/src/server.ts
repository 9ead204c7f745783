import { limitsConfig, settingsByArea, type SettingsOf, type ToolServer } from '@std-tools/core';
import { memoryConfig } from './config.ts';
import { tools } from './tools/index.ts';
import { version } from './version.ts';

const config = [limitsConfig, memoryConfig] as const;

/** Settings that win over the environment. */
export type MemorySettings = SettingsOf<typeof config>;

/** The memory server: values under keys, and text files, that survive sessions. */
export const createMemoryServer = (settings: MemorySettings = {}): ToolServer => ({
  name: 'memory-tools',
  title: 'Memory',
  version,
  config,
  tools,
  overrides: settingsByArea(config, settings),
});
