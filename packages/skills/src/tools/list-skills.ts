import { join } from 'node:path';
import { defineFileTool } from '@std-tools/kit-files';
import * as z from 'zod';
import { discoverSkills, type FoundSkill } from '../lib/discover-skills.ts';
import { isUsable } from '../lib/skill-record.ts';
import { discoverOptions, skillsFolder } from '../skills-context.ts';

export default defineFileTool({
  name: 'list_skills',
  title: 'List skills',
  description:
    'Lists the skills: instructions, files and scripts for certain kinds of work. Call it before ' +
    'work that a skill may cover, then load_skill. Returns JSON {skills: [{name, description, ' +
    'path, directory, ...}], skills_dir, count}, with diagnostics of faulty SKILL.md files.',
  input: z.strictObject({}),
  hints: { readOnly: true, openWorld: false },
  async handler(_args, ctx) {
    const skills_dir = skillsFolder(ctx);
    const found = await discoverSkills(skills_dir, discoverOptions(ctx));
    if (!found)
      return JSON.stringify({
        skills: [],
        skills_dir,
        count: 0,
        note: `The skills folder ${skills_dir} does not exist; create_skill makes it.`,
      });
    const skills = found.filter(isUsable).map(one => shownSkill(skills_dir, one));
    const diagnostics = found.flatMap(({ folder, findings }) =>
      findings.map(one => ({ skill: folder, ...one })),
    );
    return JSON.stringify({
      skills,
      skills_dir,
      count: skills.length,
      ...(diagnostics.length > 0 && { diagnostics }),
    });
  },
});

function shownSkill(skillsDir: string, { folder, record }: FoundSkill) {
  const { name, description, ...others } = record;
  const directory = join(skillsDir, folder);
  return { name, description, path: join(directory, 'SKILL.md'), directory, ...others };
}
