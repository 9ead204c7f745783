import { ToolError } from '@std-tools/core';
import { type DiscoverOptions, discoverSkills } from './discover-skills.ts';
import { isSkillName, nameRule } from './skill-name.ts';

const mostNames = 20;

/** The error for a name that is no skill's folder; it names what was probably meant. */
export async function unknownSkill(
  skillsDir: string,
  name: string,
  options: DiscoverOptions,
): Promise<ToolError> {
  const found = (await discoverSkills(skillsDir, options)) ?? [];
  const asked = JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
  const problem = isSkillName(name)
    ? `there is no skill ${asked} in ${skillsDir}`
    : `skill_name ${asked} is no folder name of a skill: it must be ${nameRule}`;
  const titled = found.find(({ record, folder }) => record.name === name && folder !== name);
  if (titled) return new ToolError(`${problem}. ${useFolder(titled.folder, skillsDir)}`);
  const folders = found.map(({ folder }) => folder).filter(isSkillName);
  const near = folders.filter(folder => isNear(folder, name));
  if (near.length > 0) return new ToolError(`${problem}. Near: ${enumerate(near)}`);
  if (folders.length > 0) return new ToolError(`${problem}. There are: ${enumerate(folders)}`);
  return new ToolError(`${problem}. There is no skill; create_skill starts one`);
}

const useFolder = (folder: string, skillsDir: string) =>
  isSkillName(folder)
    ? `The skill that calls itself so is in the folder "${folder}": use that as skill_name`
    : `The skill that calls itself so is in the folder ${JSON.stringify(folder)} of ` +
      `${skillsDir}, which no tool can name: rename the folder`;

/** True when one name holds the other, signs and letter case left out. */
function isNear(folder: string, name: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  const [one, other] = [plain(folder), plain(name.slice(0, 200))];
  return other !== '' && (one.includes(other) || other.includes(one));
}

function enumerate(names: readonly string[]): string {
  const rest = names.length - mostNames;
  const more = rest > 0 ? ` and ${rest} more (list_skills names all)` : '';
  return names.slice(0, mostNames).join(', ') + more;
}
