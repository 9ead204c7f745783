// Made by `pnpm gen`; do not edit.
import type { ToolDefinition } from '@std-tools/core';
import createSkill from './create-skill.ts';
import executeSkillScript from './execute-skill-script.ts';
import listSkills from './list-skills.ts';
import loadSkillResource from './load-skill-resource.ts';
import loadSkill from './load-skill.ts';

/** The tools of this server, in the order they are listed. */
export const tools: readonly ToolDefinition[] = [
  createSkill,
  executeSkillScript,
  listSkills,
  loadSkillResource,
  loadSkill,
];
