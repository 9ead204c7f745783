import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { isBelow } from './inside.ts';
import { checkRegularFile, headBytes } from './read-head.ts';
import { readSkill } from './read-skill.ts';
import { isUsable } from './skill-record.ts';

/**
 * True when the folder holds a skill that list_skills would list. Synchronous, for use while a
 * program starts; a folder that is missing or cannot be read holds none.
 */
export function hasSkill(skillsDir: string, maxFileSizeMb: number): boolean {
  try {
    const root = realpathSync(skillsDir);
    const names = readdirSync(root).filter(name => !name.startsWith('.'));
    return names.some(folder => holdsSkill(root, folder, maxFileSizeMb));
  } catch {
    return false;
  }
}

function holdsSkill(root: string, folder: string, maxFileSizeMb: number): boolean {
  try {
    const home = realpathSync(join(root, folder));
    const file = realpathSync(join(home, 'SKILL.md'));
    if (!isBelow(home, root) || !isBelow(file, root)) return false;
    return isUsable(readSkill(folder, readHeadSync(file, maxFileSizeMb)));
  } catch {
    return false; // a folder without SKILL.md, or one that list_skills has a diagnostic for
  }
}

function readHeadSync(path: string, maxFileSizeMb: number): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    checkRegularFile(fstatSync(file), 'SKILL.md', maxFileSizeMb);
    const head = Buffer.alloc(headBytes);
    return head.subarray(0, readSync(file, head));
  } finally {
    closeSync(file);
    statSync('/'); // see docs/decisions/0006: the last file looked at must not be a pipe
  }
}
