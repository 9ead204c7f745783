import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClient, serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createSkillsServer } from '../server.ts';

const it = serverTest(dir => createSkillsServer({ skillsDir: dir }));

it('makes a folder with a template and names both', async ({ call, dir }) => {
  const args = { skill_name: 'pdf-forms', description: 'Fills forms: all of them.' };
  expect(await call('create_skill', args)).toBe(
    `Created the skill "pdf-forms" in ${dir}/pdf-forms. ` +
      `Write its instructions in place of the TODO in ${dir}/pdf-forms/SKILL.md.`,
  );
  expect(await readdir(dir)).toEqual(['pdf-forms']);
  expect(await readdir(join(dir, 'pdf-forms'))).toEqual(['SKILL.md']);
  const text = await readFile(join(dir, 'pdf-forms/SKILL.md'), 'utf8');
  expect(text.split('\n').slice(0, 5)).toEqual([
    '---',
    'name: pdf-forms',
    "description: 'Fills forms: all of them.'",
    '---',
    '',
  ]);
});

it('makes a skill that list_skills lists without diagnostics', async ({ call, dir }) => {
  const description = '"Quotes": # and --- 🙂 \\ and [so] {on}, *all* of `them`';
  await call('create_skill', { skill_name: 'a', description });
  expect(JSON.parse(await call('list_skills'))).toEqual({
    skills: [{ name: 'a', description, path: `${dir}/a/SKILL.md`, directory: `${dir}/a` }],
    skills_dir: dir,
    count: 1,
  });
});

it('makes the skills folder when it is missing', async ({ dir }) => {
  const skillsDir = join(dir, 'x/y');
  await using client = await connectClient([createSkillsServer({ skillsDir })]);
  await client.call('create_skill', { skill_name: 'a', description: 'b' });
  expect(await readdir(skillsDir)).toEqual(['a']);
});

it('puts a description of several lines on one', async ({ call }) => {
  await call('create_skill', { skill_name: 'a', description: ' one \r\n\n  two\u2028three\n' });
  expect(JSON.parse(await call('list_skills')).skills[0].description).toBe('one two three');
});

it.for(['', 'A', 'a b', '-a', 'a--b', '../a', 'a/b', '.a', 'a'.repeat(65)])(
  'refuses the name %j',
  async (skill_name, { error, dir }) => {
    expect(await error('create_skill', { skill_name, description: 'x' })).toBe(
      `Error: skill_name "${skill_name}" must be lowercase letters and digits, ` +
        'with single hyphens between them, 1 to 64 characters',
    );
    expect(await readdir(dir)).toEqual([]);
  },
);

it.for(['', ' ', '\n\t\n'])('refuses the description %j', async (description, { error }) => {
  expect(await error('create_skill', { skill_name: 'a', description })).toBe(
    'Error: description is empty: say what the skill does and when to use it',
  );
});

it('takes 1,024 characters and refuses 1,025', async ({ call, error, dir }) => {
  const description = '🙂'.repeat(1024);
  expect(await error('create_skill', { skill_name: 'a', description: `${description}x` })).toBe(
    'Error: description has 1025 characters, more than 1024: shorten it',
  );
  expect(await readdir(dir)).toEqual([]);
  await call('create_skill', { skill_name: 'a', description });
  expect(JSON.parse(await call('list_skills')).diagnostics).toBe(undefined);
});

it('refuses half a character', async ({ error }) => {
  expect(await error('create_skill', { skill_name: 'a', description: 'x\ud800' })).toBe(
    'Error: description holds half a character (a lone surrogate): write the whole character',
  );
});

it('leaves an existing skill as it is', async ({ call, error, dir }) => {
  await call('create_skill', { skill_name: 'a', description: 'first' });
  const before = await readFile(join(dir, 'a/SKILL.md'), 'utf8');
  expect(await error('create_skill', { skill_name: 'a', description: 'second' })).toBe(
    `Error: ${dir}/a already exists: choose another skill_name, or edit its SKILL.md`,
  );
  expect(await readFile(join(dir, 'a/SKILL.md'), 'utf8')).toBe(before);
  expect(await readdir(dir)).toEqual(['a']);
});

it('leaves an empty folder, a file and a link as they are', async ({ error, dir }) => {
  await mkdir(join(dir, 'a'));
  await writeFile(join(dir, 'b'), 'x');
  await symlink('none', join(dir, 'c'));
  for (const skill_name of ['a', 'b', 'c'])
    expect(await error('create_skill', { skill_name, description: 'x' })).toBe(
      `Error: ${dir}/${skill_name} already exists: ` +
        'choose another skill_name, or edit its SKILL.md',
    );
  expect(await readdir(join(dir, 'a'))).toEqual([]);
  expect((await lstat(join(dir, 'c'))).isSymbolicLink()).toBe(true);
  expect(await readdir(dir)).toEqual(['a', 'b', 'c']);
});

it('lets one of ten callers at once make the skill', async ({ client, dir }) => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      client.raw('create_skill', { skill_name: 'a', description: `caller ${at}` }),
    ),
  );
  expect(replies.filter(({ isError }) => !isError).length).toBe(1);
  expect(await readdir(dir)).toEqual(['a']);
});

it('refuses a file in the place of the skills folder', async ({ dir }) => {
  await writeFile(join(dir, 'file'), '');
  const server = createSkillsServer({ skillsDir: join(dir, 'file') });
  await using client = await connectClient([server]);
  expect(await client.error('create_skill', { skill_name: 'a', description: 'x' })).toBe(
    `Error: the skills folder ${dir}/file (DPTTOOLS_SKILLS_DIR) is a file: ask the user to set ` +
      'the variable to a folder',
  );
});

it('names the skill’s folder, no temporary one, when it cannot be made', async () => {
  await using client = await connectClient([createSkillsServer({ skillsDir: '/proc' })]);
  expect(await client.error('create_skill', { skill_name: 'a', description: 'x' })).toBe(
    'Error: /proc/a does not exist: list its folder to see what is there',
  );
});
