import { lstat, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '@std-tools/core';
import {
  defineFileTool,
  errorCode,
  fileError,
  makeFolders,
  temporaryName,
  writeAtomic,
} from '@std-tools/kit-files';
import * as z from 'zod';
import { countCharacters } from '../lib/count-characters.ts';
import { isSkillName, nameRule } from '../lib/skill-name.ts';
import { maxDescriptionCharacters } from '../lib/skill-record.ts';
import { skillTemplate } from '../lib/skill-template.ts';
import { skillsFolder } from '../skills-context.ts';

export default defineFileTool({
  name: 'create_skill',
  title: 'Create skill',
  description:
    'Starts a new skill: a folder with a SKILL.md that has the frontmatter and a TODO in place of ' +
    'the instructions. Fill it in with a file tool, where available. An existing folder is an ' +
    'error and stays as it is. Then check it with list_skills. Returns the folder’s path.',
  input: z.strictObject({
    skill_name: z.string().describe('Name: lowercase letters, digits, single hyphens; at most 64'),
    description: z
      .string()
      .describe('What the skill does and when to use it; at most 1,024 characters'),
  }),
  hints: { readOnly: false, openWorld: false, destructive: false },
  async handler({ skill_name, description }, ctx) {
    if (!isSkillName(skill_name))
      throw new ToolError(`skill_name ${JSON.stringify(skill_name)} must be ${nameRule}`);
    const line = checkDescription(description);
    const folder = skillsFolder(ctx);
    const directory = join(folder, skill_name);
    await makeSkillsFolder(folder);
    await createFolder(folder, directory, skillTemplate(skill_name, line), ctx.signal);
    return (
      `Created the skill "${skill_name}" in ${directory}. ` +
      `Write its instructions in place of the TODO in ${join(directory, 'SKILL.md')}.`
    );
  },
});

async function makeSkillsFolder(folder: string): Promise<void> {
  const shown = `the skills folder ${folder} (DPTTOOLS_SKILLS_DIR)`;
  try {
    await makeFolders(folder);
    if ((await stat(folder)).isDirectory()) return;
  } catch (error) {
    throw fileError(error, shown);
  }
  throw new ToolError(`${shown} is a file: ask the user to set the variable to a folder`);
}

/** The description on one line. */
function checkDescription(description: string): string {
  const lines = description.split(/[\r\n\u2028\u2029]/).map(part => part.trim());
  const line = lines.filter(part => part !== '').join(' ');
  const characters = countCharacters(line);
  if (characters === 0)
    throw new ToolError('description is empty: say what the skill does and when to use it');
  if (characters > maxDescriptionCharacters)
    throw new ToolError(
      `description has ${characters} characters, more than ${maxDescriptionCharacters}: shorten it`,
    );
  if (!line.isWellFormed())
    throw new ToolError(
      'description holds half a character (a lone surrogate): write the whole character',
    );
  return line;
}

/** All or nothing: the folder gets its name when its file is there. */
async function createFolder(
  parent: string,
  directory: string,
  skillMd: string,
  signal: AbortSignal,
): Promise<void> {
  if (await exists(directory)) throw alreadyThere(directory);
  const temporary = join(parent, temporaryName());
  try {
    await mkdir(temporary);
    await writeAtomic(join(temporary, 'SKILL.md'), Buffer.from(skillMd));
    signal.throwIfAborted();
    // Another's folder of that name, made meanwhile, stays too: it is not empty.
    await rename(temporary, directory);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true }).catch(() => {});
    if (/^(ENOTEMPTY|EEXIST|ENOTDIR)$/.test(errorCode(error))) throw alreadyThere(directory);
    throw fileError(error, directory); // not the temporary folder's path, which says nothing
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

const alreadyThere = (directory: string) =>
  new ToolError(`${directory} already exists: choose another skill_name, or edit its SKILL.md`);
