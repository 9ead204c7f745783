import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { discoverSkills } from './discover-skills.ts';

const options = { maxFileSizeMb: 1, signal: new AbortController().signal };

it('finds usable and unusable skills', async () => {
  await using dir = await testFolder();
  for (const folder of ['b', 'a']) await mkdir(join(dir.path, folder));
  await writeFile(join(dir.path, 'a/SKILL.md'), '---\nname: a\ndescription: x\n---\n');
  await writeFile(join(dir.path, 'b/SKILL.md'), '');
  expect(await discoverSkills(dir.path, options)).toMatchObject([
    { folder: 'a', record: { name: 'a', description: 'x' }, findings: [] },
    { folder: 'b', record: { name: 'b' }, findings: [{ code: 'missing_frontmatter' }] },
  ]);
});

it('tells a missing folder from an empty one', async () => {
  await using dir = await testFolder();
  expect(await discoverSkills(dir.path, options)).toEqual([]);
  expect(await discoverSkills(join(dir.path, 'none'), options)).toBe(undefined);
});

it('ends when it is cancelled', async () => {
  await using dir = await testFolder();
  await mkdir(join(dir.path, 'a'));
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(discoverSkills(dir.path, { ...options, signal })).rejects.toThrow('enough');
});
