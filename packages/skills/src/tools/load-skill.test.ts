import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connectClient, serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { countCharacters } from '../lib/count-characters.ts';
import { createSkillsServer } from '../server.ts';

const it = serverTest(dir => createSkillsServer({ skillsDir: dir }));

const skillMd = '---\nname: demo\ndescription: Shows it.\n---\n\n# Demo\n';

async function write(dir: string, path: string, text = skillMd): Promise<void> {
  await mkdir(dirname(join(dir, path)), { recursive: true });
  await writeFile(join(dir, path), text);
}

/** The reply of a server whose output limit is this. */
async function loadWithin(outputLimit: number, skillsDir: string): Promise<string> {
  await using client = await connectClient([createSkillsServer({ skillsDir, outputLimit })]);
  return await client.call('load_skill', { skill_name: 'demo' });
}

it('gives the skill in exactly this form', async ({ call, dir }) => {
  await write(dir, 'demo/SKILL.md');
  await write(dir, 'demo/scripts/check_totals.py');
  await write(dir, 'demo/references/fields.md');
  expect((await call('load_skill', { skill_name: 'demo' })).split('\n')).toEqual([
    `<skill_content name="demo" directory="${dir}/demo">`,
    '---',
    'name: demo',
    'description: Shows it.',
    '---',
    '',
    '# Demo',
    '<skill_resources>',
    '<file>references/fields.md</file>',
    '<file>scripts/check_totals.py</file>',
    '</skill_resources>',
    `Skill directory: ${dir}/demo`,
    'Relative paths in the text above start at that directory.',
    '</skill_content>',
  ]);
});

it('gives an empty list when the skill has no other files', async ({ call, dir }) => {
  await write(dir, 'demo/SKILL.md');
  expect(await call('load_skill', { skill_name: 'demo' })).toContain(
    '\n# Demo\n<skill_resources>\n</skill_resources>\n',
  );
});

it('ends the text with a line break where the file has none', async ({ call, dir }) => {
  await write(dir, 'demo/SKILL.md', `${skillMd}last`);
  expect(await call('load_skill', { skill_name: 'demo' })).toContain('\nlast\n<skill_resources>\n');
});

it('drops a byte-order mark and keeps CRLF', async ({ call, dir }) => {
  await write(dir, 'demo/SKILL.md', `\uFEFF${skillMd.replaceAll('\n', '\r\n')}`);
  expect(await call('load_skill', { skill_name: 'demo' })).toContain(
    `<skill_content name="demo" directory="${dir}/demo">\n---\r\nname: demo\r\n`,
  );
});

it('leaves out hidden names and caches, and names deeper folders', async ({ call, dir }) => {
  await write(dir, 'demo/SKILL.md');
  for (const path of ['.env', '.git/x', '__pycache__/x', 'node_modules/x', 'a/b/c', 'a/.x', 'a/y'])
    await write(dir, `demo/${path}`);
  expect(await call('load_skill', { skill_name: 'demo' })).toContain(
    '<skill_resources>\n<file>a/y</file>\n(deeper: a/b/)\n' +
      '(load_skill_resource with the path of a folder names its files)\n</skill_resources>',
  );
});

it('lists 50 files and counts the rest', async ({ call, dir }) => {
  await write(dir, 'demo/SKILL.md');
  for (let at = 0; at < 53; at += 1) await write(dir, `demo/f${String(at).padStart(2, '0')}`);
  const reply = await call('load_skill', { skill_name: 'demo' });
  expect(reply.match(/<file>/g)?.length).toBe(50);
  expect(reply).toContain(
    '<file>f49</file>\n(3 more files)\n(load_skill_resource with the path of a folder names its files)\n</skill_resources>',
  );
});

it('says in the singular that one file is not listed', async ({ call, dir }) => {
  await write(dir, 'demo/SKILL.md');
  for (let at = 0; at < 51; at += 1) await write(dir, `demo/f${at}`);
  expect(await call('load_skill', { skill_name: 'demo' })).toContain(
    '\n(1 more file)\n(load_skill_resource with the path of a folder names its files)\n</skill_resources>',
  );
});

it('lists links to files in the skill, none that lead out', async ({ call, dir }) => {
  await write(dir, 'demo/SKILL.md');
  await write(dir, 'demo/a');
  await write(dir, 'other/SKILL.md');
  await symlink('a', join(dir, 'demo/in'));
  await symlink('../other/SKILL.md', join(dir, 'demo/out'));
  await symlink('none', join(dir, 'demo/broken'));
  await symlink('..', join(dir, 'demo/up'));
  expect(await call('load_skill', { skill_name: 'demo' })).toContain(
    '<skill_resources>\n<file>a</file>\n<file>in</file>\n</skill_resources>',
  );
});

it('escapes names so that load_skill_resource takes them back', async ({ call, dir }) => {
  await write(dir, 'demo/SKILL.md');
  const names = ['a&b', 'a<b>"c"', "it's", 'two\nlines', '&amp;'];
  for (const name of names) await write(dir, `demo/${name}`, `this is ${name}`);
  const reply = await call('load_skill', { skill_name: 'demo' });
  const listed = [...reply.matchAll(/^<file>(.*)<\/file>$/gm)].map(([, name]) => name);
  expect(listed).toEqual([
    '&amp;amp;',
    'a&amp;b',
    'a&lt;b&gt;&quot;c&quot;',
    "it's",
    'two&#10;lines',
  ]);
  const texts = await Promise.all(
    listed.map(resource_path => call('load_skill_resource', { skill_name: 'demo', resource_path })),
  );
  expect(texts).toEqual(
    ['&amp;', 'a&b', 'a<b>"c"', "it's", 'two\nlines'].map(name => `this is ${name}`),
  );
});

it('keeps a reply at the limit whole', async ({ call, dir }) => {
  await write(dir, 'demo/SKILL.md', `${skillMd}${'🙂 line\n'.repeat(100)}`);
  const whole = await call('load_skill', { skill_name: 'demo' });
  expect(await loadWithin(countCharacters(whole), dir)).toBe(whole);
  expect(await loadWithin(countCharacters(whole) - 1, dir)).toContain('\n[cut at the output limit');
});

it('cuts the text to the limit and says where it goes on', async ({ call, dir }) => {
  await write(dir, 'demo/SKILL.md', `${skillMd}${'🙂 line\n'.repeat(500)}`);
  await write(dir, 'demo/a.txt');
  const reply = await loadWithin(1000, dir);
  expect(countCharacters(reply)).toBeLessThanOrEqual(1000);
  const [, offset = ''] = /offset (\d+)\]/.exec(reply) ?? [];
  expect(reply).toContain(
    `🙂 line\n[cut at the output limit: go on with load_skill_resource, resource_path "SKILL.md", ` +
      `offset ${offset}]\n<skill_resources>\n<file>a.txt</file>\n</skill_resources>\n`,
  );
  const shown = reply.split('\n').slice(1, Number(offset)).join('\n');
  const args = { skill_name: 'demo', resource_path: 'SKILL.md', offset: Number(offset) };
  const rest = await call('load_skill_resource', args);
  expect(`${shown}\n${rest}`).toBe(`${skillMd}${'🙂 line\n'.repeat(500)}`);
});

it('keeps listing and folder also when the limit is too small for them', async ({ dir }) => {
  await write(dir, 'demo/SKILL.md');
  await write(dir, 'demo/a.txt');
  expect((await loadWithin(10, dir)).split('\n')).toEqual([
    `<skill_content name="demo" directory="${dir}/demo">`,
    '[cut at the output limit: go on with load_skill_resource, resource_path "SKILL.md", offset 1]',
    '<skill_resources>',
    '<file>a.txt</file>',
    '</skill_resources>',
    `Skill directory: ${dir}/demo`,
    'Relative paths in the text above start at that directory.',
    '</skill_content>',
  ]);
});

it('loads a skill with warnings', async ({ call, dir }) => {
  await write(dir, 'demo/SKILL.md', '---\ndescription: a: b\n---\n');
  expect(await call('load_skill', { skill_name: 'demo' })).toContain('\ndescription: a: b\n');
});

it('says what is wrong with a skill that cannot be used', async ({ error, dir }) => {
  await write(dir, 'demo/SKILL.md', '---\nname: demo\n---\n');
  expect(await error('load_skill', { skill_name: 'demo' })).toBe(
    'Error: the skill "demo" cannot be used: the frontmatter has no description as text ' +
      `(missing_description). Its file is ${dir}/demo/SKILL.md; ` +
      'load_skill_resource with resource_path "SKILL.md" shows it',
  );
});

it('names near skills', async ({ error, dir }) => {
  for (const name of ['pdf-forms', 'forms', 'words'])
    await write(dir, `${name}/SKILL.md`, `---\nname: ${name}\ndescription: x\n---\n`);
  expect(await error('load_skill', { skill_name: 'form' })).toBe(
    `Error: there is no skill "form" in ${dir}. Near: forms, pdf-forms`,
  );
});

it('names all skills when none is near, at most 20', async ({ error, dir }) => {
  for (let at = 10; at < 35; at += 1) await write(dir, `s${at}/SKILL.md`);
  const names = Array.from({ length: 20 }, (_, at) => `s${at + 10}`).join(', ');
  expect(await error('load_skill', { skill_name: 'demo-2' })).toBe(
    `Error: there is no skill "demo-2" in ${dir}. ` +
      `There are: ${names} and 5 more (list_skills names all)`,
  );
});

it('says that there is no skill at all', async ({ error, dir }) => {
  expect(await error('load_skill', { skill_name: 'demo' })).toBe(
    `Error: there is no skill "demo" in ${dir}. There is no skill; create_skill starts one`,
  );
});

it('says so also when the skills folder is missing', async ({ dir }) => {
  const skillsDir = join(dir, 'none');
  await using client = await connectClient([createSkillsServer({ skillsDir })]);
  expect(await client.error('load_skill', { skill_name: 'demo' })).toBe(
    `Error: there is no skill "demo" in ${dir}/none. There is no skill; create_skill starts one`,
  );
});

it.for(['invoice-reader', 'Invoice Reader'])(
  'names the folder of the skill that calls itself %s',
  async (name, { error, dir }) => {
    await write(dir, 'demo/SKILL.md', `---\nname: ${name}\ndescription: x\n---\n`);
    expect(await error('load_skill', { skill_name: name })).toMatch(
      /\. The skill that calls itself so is in the folder "demo": use that as skill_name$/,
    );
  },
);

it('says that a folder’s name cannot be used', async ({ error, dir }) => {
  await write(dir, 'My Demo/SKILL.md');
  expect(await error('load_skill', { skill_name: 'demo' })).toBe(
    `Error: there is no skill "demo" in ${dir}. The skill that calls itself so is in the folder ` +
      `"My Demo" of ${dir}, which no tool can name: rename the folder`,
  );
});

it.for(['', 'Demo', 'demo/', '../demo', './demo', 'demo\n', 'de--mo', 'a'.repeat(65)])(
  'refuses the name %j',
  async (skill_name, { error, dir }) => {
    await write(dir, 'demo/SKILL.md');
    expect(await error('load_skill', { skill_name })).toMatch(
      /^Error: skill_name ".*" is no folder name of a skill: it must be lowercase letters and /,
    );
  },
);

it('takes a folder without SKILL.md for no skill', async ({ error, dir }) => {
  await mkdir(join(dir, 'demo'));
  expect(await error('load_skill', { skill_name: 'demo' })).toBe(
    `Error: there is no skill "demo" in ${dir}. There is no skill; create_skill starts one`,
  );
});
