import { open, opendir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type Block, bytesPerMb, limitsConfig, type ToolContext, ToolError } from '@std-tools/core';
import { defineFileTool, resolvePath } from '@std-tools/kit-files';
import { childrenSlot } from '@std-tools/kit-process';
import * as z from 'zod';
import { fsConfig } from '../config.ts';
import { fileFilter, ripgrepArguments } from '../lib/search/ripgrep-arguments.ts';
import { ripgrepPath } from '../lib/search/ripgrep-path.ts';
import { search, type SearchResult } from '../lib/search/search.ts';
import { phrases } from '../phrases.ts';

const deadlineMs = 30_000;

export default defineFileTool({
  name: 'search_in_files',
  title: 'Search in files',
  description:
    'Finds the lines that hold a text or match a regular expression, in one file or all files ' +
    'below a folder, hidden ones included; read_file with offset shows their surroundings. A ' +
    'PDF is searched through the NAME.pdf.txt beside it; binary files, linked files and files ' +
    'over the size limit are not searched; it ends after 30 seconds. Returns a JSON array of ' +
    '{file, line, content}, long lines cut around the match; a second block {truncated, ' +
    'reason, files_skipped} says when it is not complete.',
  input: z.strictObject({
    path: z.string().describe('Folder or file to search'),
    query: z
      .string()
      .describe('Text to find, case-sensitive; with is_regex an expression for one line'),
    file_pattern: z
      .string()
      .default('*')
      .describe('Glob of names, or of paths below the folder; no {braces}'),
    is_regex: z
      .boolean()
      .default(false)
      .describe('Read query as a regular expression (Rust syntax: (?i), no look-around)'),
    max_results: z.int().default(50).describe('Matching lines to return at most'),
    exclude: z.array(z.string()).optional().describe(phrases.exclude),
    respect_gitignore: z.boolean().default(false).describe(phrases.gitignore),
  }),
  hints: { readOnly: true, openWorld: false },
  async handler(args, ctx) {
    const { path, max_results, exclude = [] } = args;
    if (max_results < 1) throw new ToolError(`max_results must be 1 or more, got ${max_results}`);
    const place = await searchPlace(path, ctx);
    const pattern = { ...args, exclude, target: place.target };
    const { maxFileSizeMb, outputLimit } = ctx.config(limitsConfig);
    const result = await search({
      program: await ripgrepPath(ctx.config(fsConfig).ripgrepPath),
      args: ripgrepArguments(pattern),
      folder: place.folder,
      shownFolder: place.shown,
      maxResults: max_results,
      maxCharacters: outputLimit,
      maxFileBytes: maxFileSizeMb * bytesPerMb,
      deadlineMs,
      children: await ctx.session.get(childrenSlot),
      signal: ctx.signal,
      wants: fileFilter(pattern),
      onProgress: count => ctx.progress(count, max_results, 'matching lines'),
    });
    return [{ type: 'text', text: JSON.stringify(result.rows) }, ...notes(result)];
  },
});

/** What to search: a folder, or one file, for which a PDF's companion stands in. */
async function searchPlace(shown: string, ctx: ToolContext) {
  const path = await resolvePath(shown, ctx);
  const stats = await stat(path);
  if (stats.isDirectory()) {
    // Of a folder that is not readable ripgrep's own error would not say it.
    await (await opendir(path)).close();
    await stat(`${path}/.`);
    return { shown, folder: path, target: '.' };
  }
  if (!stats.isFile()) throw new ToolError(`path ${shown} is a pipe, socket or device`);
  const file = /\.pdf$/i.test(path) ? await companion(path, shown, ctx) : path;
  await (await open(file)).close();
  return { shown: dirname(shown), folder: dirname(file), target: `./${basename(file)}` };
}

async function companion(pdf: string, shown: string, ctx: ToolContext): Promise<string> {
  const file = `${pdf}.txt`;
  await resolvePath(file, ctx); // a link there may lead out of the roots
  if ((await stat(file).catch(() => undefined))?.isFile()) return file;
  throw new ToolError(
    `path ${shown} is a PDF without ${basename(file)} beside it: use read_pdf, if available`,
  );
}

/** A block that tells of an incomplete result; none when every wanted file was searched whole. */
function notes({ stoppedBy, skipped }: SearchResult): Block[] {
  const { too_large, unreadable, binary } = skipped;
  const reason = stoppedBy ?? (too_large + unreadable + binary > 0 && 'files_skipped');
  if (!reason) return [];
  return [
    { type: 'text', text: JSON.stringify({ truncated: true, reason, files_skipped: skipped }) },
  ];
}
