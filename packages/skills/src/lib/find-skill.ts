import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '@std-tools/core';
import { errorCode } from '@std-tools/kit-files';
import type { DiscoverOptions } from './discover-skills.ts';
import { placeInside } from './inside.ts';
import { isSkillName } from './skill-name.ts';
import { unknownSkill } from './unknown-skill.ts';

/** A skill's folder. */
export interface SkillHome {
  readonly name: string;
  /** Its absolute path as shown to the model. */
  readonly directory: string;
  /** The same with all links followed. */
  readonly real: string;
  /** The real path of the skills folder, which its files may not leave. */
  readonly root: string;
}

/**
 * Finds a skill by its folder's name. A `ToolError` when there is none, or when its folder is a link
 * out of the skills folder; it says which skills there are.
 */
export async function findSkill(
  skillsDir: string,
  name: string,
  options: DiscoverOptions,
): Promise<SkillHome> {
  const directory = join(skillsDir, name);
  const root = isSkillName(name) ? await realFolder(skillsDir) : undefined;
  const home = root === undefined ? undefined : await placeInside(root, name);
  if (home?.kind === 'outside')
    throw new ToolError(
      `${directory} is a link that leads out of the skills folder or nowhere, so it is not used`,
    );
  if (root !== undefined && home?.kind === 'inside')
    if (await exists(join(home.real, 'SKILL.md')))
      return { name, directory, real: home.real, root };
  throw await unknownSkill(skillsDir, name, options);
}

async function realFolder(skillsDir: string): Promise<string | undefined> {
  try {
    return await realpath(skillsDir);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined; // no skills folder
    throw error;
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
