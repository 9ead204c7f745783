import { resolve } from 'node:path';
import { ToolError } from '@std-tools/core';
import type { SkillHome } from './find-skill.ts';
import { type Place, placeInside } from './inside.ts';
import { listResources } from './list-resources.ts';
import { unescapeXml } from './xml-text.ts';

const mostNamed = 10;

/**
 * The real path of a file or folder of a skill, given as load_skill lists it. A `ToolError` when it
 * is missing, with the files there are, or when it leads out of the skills folder.
 */
export async function findResource(
  home: SkillHome,
  path: string,
  parameter: string,
  signal: AbortSignal,
): Promise<string> {
  if (path === '') throw new ToolError(`${parameter} is empty: give a path such as SKILL.md`);
  if (path.includes('\0')) throw new ToolError(`${parameter} holds a NUL character: remove it`);
  if (resolve(home.real, path) === home.real) return home.real;
  const place = await placeOf(home, path);
  if (place.kind === 'inside') return place.real;
  if (place.kind === 'outside')
    throw new ToolError(
      `${parameter} ${path} leads out of the skills folder, or nowhere: give the path of a file ` +
        `of the skill "${home.name}", relative to its folder`,
    );
  const { files, more } = await listResources(home.real, signal);
  const rest = more + Math.max(0, files.length - mostNamed);
  const named = ['SKILL.md', ...files.slice(0, mostNamed)].join(', ');
  throw new ToolError(
    `${path} does not exist in the skill "${home.name}". ` +
      `There are: ${named}${rest > 0 ? ` and ${rest} more (load_skill lists them)` : ''}`,
  );
}

/** A name that only the listing's escapes made different is found too. */
async function placeOf({ directory, real, root }: SkillHome, path: string): Promise<Place> {
  // An absolute path as load_skill shows the folder means the same below the real one.
  const own = path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path;
  const place = await placeInside(root, own, real);
  const unescaped = unescapeXml(own);
  if (place.kind !== 'missing' || unescaped === own || unescaped.includes('\0')) return place;
  const meant = await placeInside(root, unescaped, real);
  return meant.kind === 'inside' ? meant : place;
}
