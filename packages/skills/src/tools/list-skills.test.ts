import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClient, serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createSkillsServer } from '../server.ts';

const it = serverTest(dir => createSkillsServer({ skillsDir: dir }));

async function write(dir: string, folder: string, ...frontmatter: string[]): Promise<void> {
  await mkdir(join(dir, folder), { recursive: true });
  await writeFile(join(dir, folder, 'SKILL.md'), `---\n${frontmatter.join('\n')}\n---\n\nText\n`);
}

it('lists skills with the keys that programs read', async ({ call, dir }) => {
  await write(
    dir,
    'invoices',
    'name: invoices',
    'description: Reads invoices.',
    'license: MIT',
    'compatibility: Needs a scanner.',
    'metadata: {owner: finance, version: 1.0}',
    'allowed-tools: Read',
    'homepage: x',
  );
  expect(JSON.parse(await call('list_skills'))).toEqual({
    skills: [
      {
        name: 'invoices',
        description: 'Reads invoices.',
        path: `${dir}/invoices/SKILL.md`,
        directory: `${dir}/invoices`,
        license: 'MIT',
        compatibility: 'Needs a scanner.',
        metadata: { owner: 'finance', version: '1.0' },
      },
    ],
    skills_dir: dir,
    count: 1,
  });
});

it('has the keys of the payload in their order', async ({ call, dir }) => {
  await write(dir, 'a', 'name: b', 'license: MIT', 'description: x');
  const payload = JSON.parse(await call('list_skills'));
  expect(Object.keys(payload)).toEqual(['skills', 'skills_dir', 'count', 'diagnostics']);
  expect(Object.keys(payload.skills[0])).toEqual([
    'name',
    'description',
    'path',
    'directory',
    'license',
  ]);
  expect(Object.keys(payload.diagnostics[0])).toEqual(['skill', 'level', 'code', 'message']);
});

it('sorts by folder and leaves out what is no skill', async ({ call, dir }) => {
  for (const folder of ['b', 'a', 'c2', 'c10', '.hidden'])
    await write(dir, folder, `name: ${folder}`, 'description: x');
  await mkdir(join(dir, 'no-skill'));
  await writeFile(join(dir, 'SKILL.md'), '---\nname: x\ndescription: x\n---\n');
  await write(join(dir, 'no-skill'), 'deeper', 'name: deeper', 'description: x');
  const { skills, diagnostics } = JSON.parse(await call('list_skills'));
  expect(skills.map(({ name }: { name: string }) => name)).toEqual(['a', 'b', 'c10', 'c2']);
  expect(diagnostics).toBe(undefined);
});

it('skips a skill with an error and says why', async ({ call, dir }) => {
  await write(dir, 'draft', 'name: draft');
  expect(JSON.parse(await call('list_skills'))).toEqual({
    skills: [],
    skills_dir: dir,
    count: 0,
    diagnostics: [
      {
        skill: 'draft',
        level: 'error',
        code: 'missing_description',
        message: 'the frontmatter has no description as text',
      },
    ],
  });
});

it('lists a skill with a warning', async ({ call, dir }) => {
  await write(dir, 'notes', 'name: notes', 'description: Notes: things to keep');
  const { skills, diagnostics } = JSON.parse(await call('list_skills'));
  expect(skills[0].description).toBe('Notes: things to keep');
  expect(diagnostics).toEqual([
    {
      skill: 'notes',
      level: 'warning',
      code: 'yaml_lenient_retry',
      message:
        'read leniently: description held signs that YAML reads otherwise, such as a colon: ' +
        'quoted here, quote it in the file',
    },
  ]);
});

it('notes that the folder does not exist', async ({ dir }) => {
  const skillsDir = join(dir, 'none');
  await using client = await connectClient([createSkillsServer({ skillsDir })]);
  expect(JSON.parse(await client.call('list_skills'))).toEqual({
    skills: [],
    skills_dir: skillsDir,
    count: 0,
    note: `The skills folder ${skillsDir} does not exist; create_skill makes it.`,
  });
});

it('lists nothing of an empty folder', async ({ call, dir }) => {
  expect(JSON.parse(await call('list_skills'))).toEqual({ skills: [], skills_dir: dir, count: 0 });
});

it('refuses a file in the place of the folder', async ({ dir }) => {
  await writeFile(join(dir, 'file'), '');
  const server = createSkillsServer({ skillsDir: join(dir, 'file') });
  await using client = await connectClient([server]);
  expect(await client.error('list_skills')).toBe(
    `Error: ${dir}/file cannot be reached, a part of the path is a file: ` +
      'list the folders above to see which',
  );
});

it('reads the folder from the environment, and again at each call', async ({ dir }) => {
  const env = { DPTTOOLS_SKILLS_DIR: dir };
  await using client = await connectClient([createSkillsServer()], { env });
  expect(JSON.parse(await client.call('list_skills')).count).toBe(0);
  await write(dir, 'a', 'name: a', 'description: x');
  expect(JSON.parse(await client.call('list_skills')).count).toBe(1);
});

it('shows paths as the setting has them, also when the folder is a link', async ({ dir }) => {
  await write(join(dir, 'real'), 'a', 'name: a', 'description: x');
  await symlink('real', join(dir, 'link'));
  const server = createSkillsServer({ skillsDir: join(dir, 'link') });
  await using client = await connectClient([server]);
  const { skills } = JSON.parse(await client.call('list_skills'));
  expect(skills[0].path).toBe(`${dir}/link/a/SKILL.md`);
});

it('lists a skill that is a link to another in the folder', async ({ call, dir }) => {
  await write(dir, 'a', 'name: a', 'description: x');
  await symlink('a', join(dir, 'b'));
  const { skills, diagnostics } = JSON.parse(await call('list_skills'));
  expect(skills.map((one: { directory: string }) => one.directory)).toEqual([
    `${dir}/a`,
    `${dir}/b`,
  ]);
  expect(diagnostics.map((one: { code: string }) => one.code)).toEqual(['name_mismatch']);
});

it('says that a SKILL.md is over the size limit', async ({ dir }) => {
  await write(dir, 'a', 'name: a', 'description: x', `# ${'x'.repeat(1_100_000)}`);
  const server = createSkillsServer({ skillsDir: dir, maxFileSizeMb: 1 });
  await using client = await connectClient([server]);
  expect(JSON.parse(await client.call('list_skills')).diagnostics).toEqual([
    {
      skill: 'a',
      level: 'error',
      code: 'missing_frontmatter',
      message: 'SKILL.md has 1.0 MB, over the limit of 1 MB (DPTTOOLS_MAX_FILE_SIZE_MB)',
    },
  ]);
});

it('reads only the head of a large SKILL.md', async ({ call, dir }) => {
  await write(dir, 'a', 'name: a', 'description: x');
  await writeFile(
    join(dir, 'a/SKILL.md'),
    `---\nname: a\ndescription: x\n---\n${'body\n'.repeat(2_000_000)}`,
  );
  expect(JSON.parse(await call('list_skills')).count).toBe(1);
});
