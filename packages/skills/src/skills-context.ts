import { resolve } from 'node:path';
import { limitsConfig, type ToolContext } from '@std-tools/core';
import { skillsConfig } from './config.ts';
import type { DiscoverOptions } from './lib/discover-skills.ts';
import { findSkill, type SkillHome } from './lib/find-skill.ts';

type Context = Pick<ToolContext, 'config' | 'signal'>;

/** The absolute path of the skills folder. */
export const skillsFolder = ({ config }: Context): string =>
  resolve(config(skillsConfig).skillsDir);

/** The limits of a search for skills in a call. */
export const discoverOptions = ({ config, signal }: Context): DiscoverOptions => ({
  maxFileSizeMb: config(limitsConfig).maxFileSizeMb,
  signal,
});

/** The skill of that folder name, or a `ToolError` that names those there are. */
export const skillOf = (name: string, ctx: Context): Promise<SkillHome> =>
  findSkill(skillsFolder(ctx), name, discoverOptions(ctx));
