import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processGroup, testFolder, testServer } from '@std-tools/testing';
import { expect, it, vi } from 'vitest';
import contract from '../contract.json' with { type: 'json' };
import { createSkillsServer } from './server.ts';

const skillMd = '---\nname: demo\ndescription: Shows it.\n---\n';

testServer({
  create: dir => createSkillsServer({ skillsDir: dir }),
  snapshot: '../tools.snapshot.json',
  contract,
  maxListCharacters: 3300,
  samples: dir => {
    rmSync(dir, { recursive: true });
    mkdirSync(join(dir, 'demo'), { recursive: true });
    writeFileSync(join(dir, 'demo/SKILL.md'), skillMd);
    writeFileSync(join(dir, 'demo/run.sh'), 'echo "$@"');
    return {
      skill_name: ['demo', 'new-skill', 'missing', '../demo', ''],
      resource_path: ['SKILL.md', 'run.sh', 'missing', '../demo/SKILL.md'],
      script_path: ['run.sh', 'SKILL.md', 'missing.sh'],
      args: ['', 'one "two three"', '"'],
      offset: [1, 2, 0],
      description: ['Does it.', ''],
    };
  },
  /** A script that never ends, and which notes its process group. */
  slow: async dir => {
    await mkdir(join(dir, 'demo'));
    await writeFile(join(dir, 'demo/SKILL.md'), skillMd);
    await writeFile(join(dir, 'demo/wait.sh'), 'echo $$ > pid; sleep 600');
    const pid = async () => Number(await readFile(join(dir, 'demo/pid'), 'utf8')) || undefined;
    return {
      server: createSkillsServer({ skillsDir: dir }),
      name: 'execute_skill_script',
      args: { skill_name: 'demo', script_path: 'wait.sh' },
      started: () =>
        vi.waitFor(async () => {
          expect(await pid()).toBeGreaterThan(0);
        }),
      stopped: async () => {
        const group = (await pid()) ?? 0;
        await vi.waitFor(() => {
          expect(processGroup(group)).toEqual([]);
        });
        return true;
      },
    };
  },
});

it('is made when the folder holds a skill, as onlyIfAny asks', async () => {
  await using dir = await testFolder();
  await mkdir(join(dir.path, 'demo'));
  await writeFile(join(dir.path, 'demo/SKILL.md'), skillMd);
  expect(createSkillsServer({ onlyIfAny: true, skillsDir: dir.path })?.name).toBe('skills-tools');
});

it('is not made with onlyIfAny when the folder is missing', async () => {
  await using dir = await testFolder();
  const skillsDir = join(dir.path, 'none');
  expect(createSkillsServer({ onlyIfAny: true, skillsDir })).toBe(undefined);
});

it('is not made with onlyIfAny when no skill in the folder can be used', async () => {
  await using dir = await testFolder();
  await mkdir(join(dir.path, 'demo'));
  await writeFile(join(dir.path, 'demo/SKILL.md'), '---\nname: demo\n---\n');
  expect(createSkillsServer({ onlyIfAny: true, skillsDir: dir.path })).toBe(undefined);
});

it('finds the folder for onlyIfAny in the environment of the process', async () => {
  await using dir = await testFolder();
  vi.stubEnv('DPTTOOLS_SKILLS_DIR', dir.path);
  expect(createSkillsServer({ onlyIfAny: true })).toBe(undefined);
  await mkdir(join(dir.path, 'a'));
  await writeFile(join(dir.path, 'a/SKILL.md'), '---\nname: a\ndescription: d\n---\n');
  expect(createSkillsServer({ onlyIfAny: true })?.name).toBe('skills-tools');
  vi.unstubAllEnvs();
});

it('finds the folder for onlyIfAny in the environment that it is given', async () => {
  await using dir = await testFolder();
  await mkdir(join(dir.path, 'demo'));
  await writeFile(join(dir.path, 'demo/SKILL.md'), skillMd);
  const env = { DPTTOOLS_SKILLS_DIR: dir.path };
  expect(createSkillsServer({ onlyIfAny: true, env })?.name).toBe('skills-tools');
});

it('prefers the folder given in code to that of the environment', async () => {
  await using dir = await testFolder();
  const env = { DPTTOOLS_SKILLS_DIR: dir.path };
  await mkdir(join(dir.path, 'demo'));
  await writeFile(join(dir.path, 'demo/SKILL.md'), skillMd);
  const skillsDir = join(dir.path, 'demo');
  expect(createSkillsServer({ onlyIfAny: true, env, skillsDir })).toBe(undefined);
});
