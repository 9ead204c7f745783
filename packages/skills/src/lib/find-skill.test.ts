import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { findSkill } from './find-skill.ts';

const options = { maxFileSizeMb: 1, signal: new AbortController().signal };

it('gives the folder as named and as it really is', async () => {
  await using dir = await testFolder();
  await mkdir(join(dir.path, 'skills/a'), { recursive: true });
  await writeFile(join(dir.path, 'skills/a/SKILL.md'), '');
  await symlink('skills', join(dir.path, 'link'));
  await symlink('a', join(dir.path, 'skills/b'));
  expect(await findSkill(join(dir.path, 'link'), 'b', options)).toEqual({
    name: 'b',
    directory: join(dir.path, 'link/b'),
    real: join(dir.path, 'skills/a'),
    root: join(dir.path, 'skills'),
  });
});

it.each(['none', '..', 'A'])('knows no skill %s', async name => {
  await using dir = await testFolder();
  await expect(findSkill(dir.path, name, options)).rejects.toThrow('There is no skill');
});
