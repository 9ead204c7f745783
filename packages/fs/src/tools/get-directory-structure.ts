import { ToolError } from '@std-tools/core';
import { defineFileTool, isAllowed, resolvePath } from '@std-tools/kit-files';
import * as z from 'zod';
import { directoryTree } from '../lib/folder/directory-tree.ts';
import { IgnoreRules } from '../lib/folder/ignore-rules.ts';
import { phrases } from '../phrases.ts';

export default defineFileTool({
  name: 'get_directory_structure',
  title: 'Show directory tree',
  description:
    'Draws a folder and the folders below it as a tree of names, folders first. Use it to learn ' +
    'a project’s layout; list_directory gives one level with sizes, search_in_files finds text. ' +
    'Links to folders are shown, not entered. It stops at 100,000 entries and says so.',
  input: z.strictObject({
    path: z.string().describe('Folder at the top'),
    max_depth: z.int().default(3).describe('Levels to show; 1 is the folder’s own entries'),
    include_hidden: z.boolean().default(false).describe(phrases.includeHidden),
    exclude: z.array(z.string()).optional().describe(phrases.exclude),
    respect_gitignore: z.boolean().default(false).describe(phrases.gitignore),
  }),
  hints: { readOnly: true, openWorld: false },
  async handler({ path, max_depth, include_hidden, exclude = [], respect_gitignore }, ctx) {
    if (max_depth < 1) throw new ToolError(`max_depth must be 1 or more, got ${max_depth}`);
    const folder = await resolvePath(path, ctx);
    const rules = await IgnoreRules.create(folder, {
      exclude,
      respectGitignore: respect_gitignore,
    });
    return directoryTree(folder, {
      maxDepth: max_depth,
      includeHidden: include_hidden,
      rules,
      signal: ctx.signal,
      mayFollow: link => isAllowed(link, ctx),
    });
  },
});
