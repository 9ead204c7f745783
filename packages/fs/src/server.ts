import { limitsConfig, settingsByArea, type SettingsOf, type ToolServer } from '@std-tools/core';
import { rootsConfig } from '@std-tools/kit-files';
import { fsConfig } from './config.ts';
import { tools } from './tools/index.ts';
import { version } from './version.ts';

const config = [limitsConfig, rootsConfig, fsConfig] as const;

/** Settings that win over the environment. */
export type FsSettings = SettingsOf<typeof config>;

/** The file-system server: list, read, write, edit, patch, move and search files. */
export const createFsServer = (settings: FsSettings = {}): ToolServer => ({
  name: 'file-system-tools',
  title: 'File system',
  version,
  config,
  tools,
  overrides: settingsByArea(config, settings),
});
