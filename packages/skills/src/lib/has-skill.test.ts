import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { expect, it as base } from 'vitest';
import { hasSkill } from './has-skill.ts';

const it = base.extend<{ dir: string }>({
  dir: async ({}, use) => {
    await using folder = await testFolder();
    await use(folder.path);
  },
});

const skillMd = '---\nname: a\ndescription: x\n---\n';

async function write(dir: string, folder: string, text = skillMd): Promise<void> {
  await mkdir(join(dir, folder), { recursive: true });
  await writeFile(join(dir, folder, 'SKILL.md'), text);
}

it('finds one good skill among bad ones', async ({ dir }) => {
  await write(dir, 'a', 'broken');
  await mkdir(join(dir, 'b'));
  await write(dir, 'c', '---\ndescription: only warnings: here\n---\n');
  expect(hasSkill(dir, 50)).toBe(true);
});

it('finds a skill in a folder that is a link', async ({ dir }) => {
  await write(join(dir, 'real'), 'a');
  await symlink('real', join(dir, 'link'));
  expect(hasSkill(join(dir, 'link'), 50)).toBe(true);
});

it('finds none in a folder that is missing, a file or empty', async ({ dir }) => {
  await writeFile(join(dir, 'file'), '');
  await mkdir(join(dir, 'empty'));
  for (const name of ['none', 'file', 'empty']) expect(hasSkill(join(dir, name), 50)).toBe(false);
});

it('counts neither hidden folders nor links out', async ({ dir }) => {
  await write(dir, 'skills/.a');
  await write(dir, 'other');
  await symlink('../other', join(dir, 'skills/b'));
  await mkdir(join(dir, 'skills/c'));
  await symlink('../../other/SKILL.md', join(dir, 'skills/c/SKILL.md'));
  expect(hasSkill(join(dir, 'skills'), 50)).toBe(false);
});

it('does not wait for a pipe', async ({ dir }) => {
  await mkdir(join(dir, 'a'));
  execFileSync('mkfifo', [join(dir, 'a/SKILL.md')]);
  expect(hasSkill(dir, 50)).toBe(false);
});

it('leaves out a file over the limit', async ({ dir }) => {
  await write(dir, 'a', skillMd + 'x'.repeat(1_100_000));
  expect(hasSkill(dir, 2)).toBe(true);
  expect(hasSkill(dir, 1)).toBe(false);
});
