import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connectClient, serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createSkillsServer } from '../server.ts';

const it = serverTest(dir => createSkillsServer({ skillsDir: dir }));

const skillMd = '---\nname: demo\ndescription: Shows it.\n---\n';

async function write(dir: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [path, content] of Object.entries({ 'demo/SKILL.md': skillMd, ...files })) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), content);
  }
}

const of = (resource_path: string, offset?: number) => ({
  skill_name: 'demo',
  resource_path,
  ...(offset !== undefined && { offset }),
});

it('reads a file, also a deep one', async ({ call, dir }) => {
  await write(dir, { 'demo/a/b/c/d.txt': 'größe 🙂\n' });
  expect(await call('load_skill_resource', of('a/b/c/d.txt'))).toBe('größe 🙂\n');
});

it('reads the SKILL.md, also of a skill that cannot be used', async ({ call, dir }) => {
  await write(dir, { 'demo/SKILL.md': 'broken' });
  expect(await call('load_skill_resource', of('SKILL.md'))).toBe('broken');
});

it('reads by the absolute path of a file in the skill', async ({ call, dir }) => {
  await write(dir, { 'demo/a': 'x' });
  expect(await call('load_skill_resource', of(`${dir}/demo/a`))).toBe('x');
});

it('reads by an absolute path below a skills folder that is a link', async ({ dir }) => {
  await write(dir, { 'demo/a': 'x' });
  await mkdir(join(dir, 'outer'));
  const skillsDir = join(dir, 'outer/link');
  await symlink('..', skillsDir);
  await using client = await connectClient([createSkillsServer({ skillsDir })]);
  expect(await client.call('load_skill_resource', of(`${skillsDir}/demo/a`))).toBe('x');
});

it('reads from a line on', async ({ call, dir }) => {
  await write(dir, { 'demo/a': 'one\ntwo\nthree' });
  expect(await call('load_skill_resource', of('a', 2))).toBe('two\nthree');
});

it('refuses a line past the end', async ({ error, dir }) => {
  await write(dir, { 'demo/a': 'one\ntwo\n' });
  expect(await error('load_skill_resource', of('a', 3))).toBe(
    'Error: offset 3 is past the end: a has 2 lines',
  );
});

it.for([0, -1])('refuses the line %i', async (offset, { error }) => {
  expect(await error('load_skill_resource', of('a', offset))).toBe(
    `Error: offset must be 1 or more, got ${offset}`,
  );
});

it('cuts a long file and goes on where it says', async ({ dir }) => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at}\n`);
  await write(dir, { 'demo/a': lines.join('') });
  const server = createSkillsServer({ skillsDir: dir, outputLimit: 100 });
  await using client = await connectClient([server]);
  let read = '';
  let offset = 1;
  for (;;) {
    const page = await client.call('load_skill_resource', of('a', offset));
    const [notice, next] = /\[cut at the output limit: go on with offset (\d+)\]$/.exec(page) ?? [];
    read += page.slice(0, page.length - (notice?.length ?? 0));
    if (next === undefined) break;
    offset = Number(next);
  }
  expect(read).toBe(lines.join(''));
});

it('says that a line is longer than a reply', async ({ dir }) => {
  await write(dir, { 'demo/a': `${'x'.repeat(20)}\nnext\n` });
  const server = createSkillsServer({ skillsDir: dir, outputLimit: 10 });
  await using client = await connectClient([server]);
  expect(await client.call('load_skill_resource', of('a'))).toBe(
    'xxxxxxxxxx\n[cut at the output limit: line 1 is longer than fits; go on with offset 2]\n' +
      `[all of it, for other tools: ${dir}/demo/a]`,
  );
});

it('drops a byte-order mark and shows undecodable bytes as U+FFFD', async ({ call, dir }) => {
  await write(dir, { 'demo/a': Buffer.from('efbbbf61ff62', 'hex') });
  expect(await call('load_skill_resource', of('a'))).toBe('a\uFFFDb');
});

it('refuses a binary file and gives its path for other tools', async ({ error, dir }) => {
  await write(dir, { 'demo/assets/a.png': Buffer.from('89504e470d0a1a0a00', 'hex') });
  expect(await error('load_skill_resource', of('assets/a.png'))).toBe(
    `Error: assets/a.png is no text. Its path for other tools is ${dir}/demo/assets/a.png`,
  );
});

it('refuses a file over the size limit', async ({ dir }) => {
  await write(dir, { 'demo/a': 'x'.repeat(2_200_000) });
  const server = createSkillsServer({ skillsDir: dir, maxFileSizeMb: 2 });
  await using client = await connectClient([server]);
  expect(await client.error('load_skill_resource', of('a'))).toBe(
    'Error: a has 2.1 MB, over the limit of 2 MB (DPTTOOLS_MAX_FILE_SIZE_MB)',
  );
});

it('names the files that there are when one is missing', async ({ error, dir }) => {
  await write(dir, { 'demo/a': '', 'demo/b/c': '' });
  expect(await error('load_skill_resource', of('b/a'))).toBe(
    'Error: b/a does not exist in the skill "demo". There are: SKILL.md, a, b/c',
  );
});

it('names at most ten of them', async ({ error, dir }) => {
  await write(dir, Object.fromEntries([...'abcdefghijklm'].map(name => [`demo/${name}`, ''])));
  expect(await error('load_skill_resource', of('x'))).toBe(
    'Error: x does not exist in the skill "demo". There are: SKILL.md, ' +
      'a, b, c, d, e, f, g, h, i, j and 3 more (load_skill lists them)',
  );
});

it('lists a folder that is given instead of a file', async ({ error, dir }) => {
  await write(dir, { 'demo/b/c': '', 'demo/b/d/e': '' });
  expect(await error('load_skill_resource', of('b'))).toBe(
    'Error: b is a folder. In it: b/c, b/d/e',
  );
});

it('says that a folder is empty', async ({ error, dir }) => {
  await write(dir, {});
  await mkdir(join(dir, 'demo/b'));
  expect(await error('load_skill_resource', of('b'))).toBe('Error: b is a folder. It is empty');
});

it('lists the skill’s own folder', async ({ error, dir }) => {
  await write(dir, { 'demo/a': '' });
  expect(await error('load_skill_resource', of('.'))).toBe('Error: . is a folder. In it: a');
});

const leadsOut = (path: string) =>
  `Error: resource_path ${path} leads out of the skills folder, or nowhere: give the path of a ` +
  'file of the skill "demo", relative to its folder';

it.for(['..', '/etc/passwd', '../../none', 'a/../../..', '../../../../../../etc/passwd'])(
  'refuses %s, which leads out of the skills folder',
  async (path, { error, dir }) => {
    await write(dir, {});
    expect(await error('load_skill_resource', of(path))).toBe(leadsOut(path));
  },
);

it.for(['/etc/passwd', '../../none', '/none'])(
  'refuses a link to %s alike, whether that exists or not',
  async (target, { error, dir }) => {
    await write(dir, {});
    await symlink(target, join(dir, 'demo/link'));
    expect(await error('load_skill_resource', of('link'))).toBe(leadsOut('link'));
  },
);

it.for(['../shared/terms.md', 'a/../../shared/terms.md', 'link.md'])(
  'reads %s, which stays in the skills folder',
  async (path, { call, dir }) => {
    await write(dir, { 'shared/terms.md': 'terms' });
    await symlink('../shared/terms.md', join(dir, 'demo/link.md'));
    expect(await call('load_skill_resource', of(path))).toBe('terms');
  },
);

it('refuses an empty path and one with a NUL', async ({ error, dir }) => {
  await write(dir, {});
  expect(await error('load_skill_resource', of(''))).toBe(
    'Error: resource_path is empty: give a path such as SKILL.md',
  );
  expect(await error('load_skill_resource', of('a\0b'))).toBe(
    'Error: resource_path holds a NUL character: remove it',
  );
});

it('names the skills when the skill is unknown', async ({ error, dir }) => {
  await write(dir, {});
  const args = { skill_name: 'none', resource_path: 'SKILL.md' };
  expect(await error('load_skill_resource', args)).toBe(
    `Error: there is no skill "none" in ${dir}. There are: demo`,
  );
});
