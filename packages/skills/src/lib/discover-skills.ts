import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isToolError } from '@std-tools/core';
import { errorCode, fileError } from '@std-tools/kit-files';
import { finding } from './finding.ts';
import { placeInside } from './inside.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { readHead } from './read-head.ts';
import { readSkill } from './read-skill.ts';
import type { ReadRecord } from './skill-record.ts';

/** A subfolder with a SKILL.md, and what its frontmatter says. */
export interface FoundSkill extends ReadRecord {
  readonly folder: string;
}

export interface DiscoverOptions {
  readonly maxFileSizeMb: number;
  readonly signal: AbortSignal;
}

const filesAtOnce = 16;

/**
 * The skills in the immediate subfolders of a folder, usable or not, sorted by folder name;
 * undefined when the folder does not exist. Of each SKILL.md only the head is read. Links out of
 * the folder are not followed.
 */
export async function discoverSkills(
  skillsDir: string,
  options: DiscoverOptions,
): Promise<FoundSkill[] | undefined> {
  const names = await subfolderNames(skillsDir);
  if (!names) return undefined;
  const root = await realpath(skillsDir);
  const found = await mapConcurrently(names, filesAtOnce, options.signal, folder =>
    inspectFolder(root, folder, options.maxFileSizeMb),
  );
  return found.filter(one => one !== undefined);
}

/** Names that may be those of skill folders; links among them are still to be followed. */
async function subfolderNames(skillsDir: string): Promise<string[] | undefined> {
  try {
    const entries = await readdir(skillsDir, { withFileTypes: true });
    return entries
      .filter(entry => entry.isDirectory() || entry.isSymbolicLink())
      .map(entry => entry.name)
      .filter(name => !name.startsWith('.'))
      .sort();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** What a subfolder holds; undefined when it is no skill. */
async function inspectFolder(
  root: string,
  folder: string,
  maxFileSizeMb: number,
): Promise<FoundSkill | undefined> {
  const unusable = (message: string): FoundSkill => ({
    folder,
    record: { name: folder },
    findings: [finding('missing_frontmatter', message)],
  });
  try {
    const home = await placeInside(root, folder);
    if (home.kind === 'missing') return undefined;
    if (home.kind === 'outside')
      return (await isFile(join(root, folder))) ? undefined : unusable(leadsOut('the folder'));
    const file = await placeInside(root, 'SKILL.md', home.real);
    if (file.kind === 'missing') return undefined;
    if (file.kind === 'outside') return unusable(leadsOut('SKILL.md'));
    return { folder, ...readSkill(folder, await readHead(file.real, maxFileSizeMb)) };
  } catch (error) {
    const worded = fileError(error, 'SKILL.md');
    if (isToolError(worded)) return unusable(worded.message);
    throw error;
  }
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    stats => stats.isFile(),
    () => false,
  );

const leadsOut = (what: string) =>
  `${what} is a link that leads out of the skills folder or nowhere, so it is not read: ` +
  'put the files themselves there';
