import { defineConfig, field } from '@std-tools/core';
import * as z from 'zod';

/** Where skills are, and what runs their Python scripts. */
export const skillsConfig = defineConfig({
  area: 'Skills',
  fields: {
    skillsDir: field({
      env: 'DPTTOOLS_SKILLS_DIR',
      accepts: 'path of a folder',
      schema: z.string(),
      default: './.agent_skills',
      doc: 'Folder that holds the skills, one subfolder each. Need not exist.',
    }),
    python: field({
      env: 'DPTTOOLS_PYTHON',
      accepts: 'name or path of a program',
      schema: z.string(),
      default: 'python3',
      doc: 'Program that `execute_skill_script` runs `.py` scripts with.',
    }),
  },
});
