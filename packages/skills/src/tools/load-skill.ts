import { join } from 'node:path';
import { limitsConfig, ToolError } from '@std-tools/core';
import { defineFileTool, readRegularFile } from '@std-tools/kit-files';
import * as z from 'zod';
import { findResource } from '../lib/find-resource.ts';
import type { SkillHome } from '../lib/find-skill.ts';
import { listResources } from '../lib/list-resources.ts';
import { readSkill } from '../lib/read-skill.ts';
import { renderSkill } from '../lib/skill-content.ts';
import { phrases } from '../phrases.ts';
import { skillOf } from '../skills-context.ts';

export default defineFileTool({
  name: 'load_skill',
  title: 'Load skill',
  description:
    'Reads the instructions (SKILL.md) of one skill, to be followed from then on; list_skills ' +
    'names the skills. Returns the text, at most 50 of the files beside it (read them with ' +
    'load_skill_resource, run scripts with execute_skill_script) and the folder’s path. Over the ' +
    'output limit the text is cut, with a line that says how to go on.',
  input: z.strictObject({ skill_name: z.string().describe(phrases.skillName) }),
  hints: { readOnly: true, openWorld: false },
  async handler({ skill_name }, ctx) {
    const { config, signal } = ctx;
    const home = await skillOf(skill_name, ctx);
    const file = await findResource(home, 'SKILL.md', 'the file', signal);
    const shownPath = join(home.directory, 'SKILL.md');
    const skillMd = await readRegularFile(file, { shownPath, config, signal });
    checkUsable(home, skillMd);
    const resources = await listResources(home.real, signal);
    return renderSkill(home, skillMd, resources, config(limitsConfig).outputLimit);
  },
});

function checkUsable({ name, directory }: SkillHome, skillMd: Buffer): void {
  const errors = readSkill(name, skillMd).findings.filter(({ level }) => level === 'error');
  if (errors.length === 0) return;
  const reasons = errors.map(({ code, message }) => `${message} (${code})`).join('; ');
  throw new ToolError(
    `the skill "${name}" cannot be used: ${reasons}. Its file is ${join(directory, 'SKILL.md')}; ` +
      'load_skill_resource with resource_path "SKILL.md" shows it',
  );
}
