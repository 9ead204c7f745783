import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { limitsConfig, ToolError } from '@std-tools/core';
import { defineFileTool, readRegularFile } from '@std-tools/kit-files';
import * as z from 'zod';
import { findResource } from '../lib/find-resource.ts';
import { listResources } from '../lib/list-resources.ts';
import { countLines, cutNotice, pageOf } from '../lib/page.ts';
import { isBinary } from '../lib/skill-text.ts';
import { phrases } from '../phrases.ts';
import { skillOf } from '../skills-context.ts';

export default defineFileTool({
  name: 'load_skill_resource',
  title: 'Load skill resource',
  description:
    'Reads a text file in a skill’s folder, such as a reference that its instructions name; ' +
    'load_skill reads the instructions. Over the output limit the text is cut, and the last line ' +
    'says with which offset to go on. A folder’s path is an error that names its files; binary ' +
    'files and paths out of the skills folder are refused.',
  input: z.strictObject({
    skill_name: z.string().describe(phrases.skillName),
    resource_path: z.string().describe('File, relative to the skill’s folder'),
    offset: z.int().default(1).describe('First line to return, from 1'),
  }),
  hints: { readOnly: true, openWorld: false },
  async handler({ skill_name, resource_path, offset }, ctx) {
    if (offset < 1) throw new ToolError(`offset must be 1 or more, got ${offset}`);
    const { config, signal } = ctx;
    const home = await skillOf(skill_name, ctx);
    const file = await findResource(home, resource_path, 'resource_path', signal);
    if ((await stat(file)).isDirectory()) throw await folderError(file, resource_path, signal);
    const bytes = await readRegularFile(file, { shownPath: resource_path, config, signal });
    const pathOf = (real: string) => join(home.directory, relative(home.real, real));
    if (isBinary(bytes))
      throw new ToolError(
        `${resource_path} is no text. Its path for other tools is ${pathOf(file)}`,
      );
    const page = pageOf(bytes, offset, config(limitsConfig).outputLimit);
    if (!page)
      throw new ToolError(
        `offset ${offset} is past the end: ${resource_path} has ${countLines(bytes)} lines`,
      );
    const notice = cutNotice(page, line => `offset ${line}`);
    if (notice === undefined) return page.text;
    const path =
      page.longLine === undefined ? '' : `\n[all of it, for other tools: ${pathOf(file)}]`;
    return `${page.text}${page.text.endsWith('\n') ? '' : '\n'}${notice}${path}`;
  },
});

async function folderError(folder: string, path: string, signal: AbortSignal): Promise<ToolError> {
  const { files, more } = await listResources(folder, signal);
  const named = files.map(file => join(path, file)).join(', ');
  const rest = more > 0 ? ` and ${more} more` : '';
  return new ToolError(`${path} is a folder. ${named ? `In it: ${named}${rest}` : 'It is empty'}`);
}
