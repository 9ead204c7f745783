import { resolve } from 'node:path';
import {
  type Environment,
  limitsConfig,
  processEnvironment,
  readConfig,
  settingsByArea,
  type SettingsOf,
  type ToolServer,
} from '@std-tools/core';
import { rootsConfig } from '@std-tools/kit-files';
import { commandTimeoutConfig, sandboxConfig, unconfinedWarning } from '@std-tools/kit-process';
import { skillsConfig } from './config.ts';
import { hasSkill } from './lib/has-skill.ts';
import { tools } from './tools/index.ts';
import { version } from './version.ts';

const config = [
  limitsConfig,
  commandTimeoutConfig,
  sandboxConfig,
  rootsConfig,
  skillsConfig,
] as const;

/** Settings that win over the environment. */
export type SkillsSettings = SettingsOf<typeof config>;

/** Settings, and whether to make a server at all. */
export interface SkillsOptions extends SkillsSettings {
  /** True: no server when the skills folder holds no skill now. It is looked at once, now. */
  readonly onlyIfAny?: boolean;
  /** Where `onlyIfAny` reads what is not given; default: the environment of the process. */
  readonly env?: Environment;
}

/** The skills server: list, load, run and create Agent Skills. */
export function createSkillsServer(
  options?: SkillsOptions & { readonly onlyIfAny?: false },
): ToolServer;
export function createSkillsServer(options: SkillsOptions): ToolServer | undefined;
export function createSkillsServer({
  onlyIfAny = false,
  env = processEnvironment(),
  ...settings
}: SkillsOptions = {}): ToolServer | undefined {
  const overrides = settingsByArea(config, settings);
  if (onlyIfAny) {
    const { skillsDir } = readConfig(skillsConfig, env, overrides[skillsConfig.area]);
    const { maxFileSizeMb } = readConfig(limitsConfig, env, overrides[limitsConfig.area]);
    if (!hasSkill(resolve(skillsDir), maxFileSizeMb)) return undefined;
  }
  return {
    name: 'skills-tools',
    title: 'Skills',
    version,
    config,
    tools,
    warnings: read => unconfinedWarning(read, read(rootsConfig).roots, 'execute_skill_script'),
    overrides,
  };
}
