import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connectClient, processGroup, serverTest } from '@std-tools/testing';
import { describe, expect, vi } from 'vitest';
import { createSkillsServer } from './server.ts';

const it = serverTest(dir =>
  createSkillsServer({ skillsDir: join(dir, 'skills'), timeoutSeconds: 1, outputLimit: 2000 }),
);

const skillMd = '---\nname: demo\ndescription: Shows it.\n---\n';

/** Writes files below the folder of skills; a good skill `demo` is among them. */
async function write(dir: string, files: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [path, content] of Object.entries({ 'demo/SKILL.md': skillMd, ...files })) {
    await mkdir(dirname(join(dir, 'skills', path)), { recursive: true });
    await writeFile(join(dir, 'skills', path), content);
  }
}

const makePipe = (path: string) => execFileSync('mkfifo', [path]);
const codes = (payload: string): string[] =>
  (JSON.parse(payload).diagnostics ?? []).map(
    ({ skill, code, message }: Record<string, string>) => `${skill} ${code}: ${message}`,
  );
const folders = (payload: string): string[] =>
  JSON.parse(payload).skills.map(({ directory }: { directory: string }) =>
    directory.split('/').at(-1),
  );

const linked = (what: string) =>
  `missing_frontmatter: ${what} is a link that leads out of the skills folder or nowhere, ` +
  'so it is not read: put the files themselves there';

describe('links', () => {
  it('out of the skills folder are not read, and named', async ({ call, dir }) => {
    await write(dir);
    await mkdir(join(dir, 'outside'));
    await writeFile(join(dir, 'outside/SKILL.md'), skillMd.replace('Shows it', 'secret'));
    await symlink('../outside', join(dir, 'skills/a'));
    await mkdir(join(dir, 'skills/b'));
    await symlink('../../outside/SKILL.md', join(dir, 'skills/b/SKILL.md'));
    await symlink('none', join(dir, 'skills/c'));
    await symlink('d', join(dir, 'skills/d'));
    await symlink('..', join(dir, 'skills/e'));
    const payload = await call('list_skills');
    expect(payload).not.toContain('secret');
    expect(folders(payload)).toEqual(['demo']);
    expect(codes(payload)).toEqual([
      `a ${linked('the folder')}`,
      `b ${linked('SKILL.md')}`,
      `c ${linked('the folder')}`,
      `d ${linked('the folder')}`,
      `e ${linked('the folder')}`,
    ]);
  });

  it('to files among the skills are no skills and no faults', async ({ call, dir }) => {
    await write(dir);
    await writeFile(join(dir, 'notes'), '');
    await symlink('../notes', join(dir, 'skills/notes'));
    await symlink('demo/SKILL.md', join(dir, 'skills/index'));
    expect(codes(await call('list_skills'))).toEqual([]);
  });

  it('out of the skills folder are refused by every tool', async ({ error, dir }) => {
    await write(dir);
    await mkdir(join(dir, 'outside'));
    await writeFile(join(dir, 'outside/SKILL.md'), skillMd);
    await writeFile(join(dir, 'outside/a.sh'), 'touch ran');
    await symlink('../outside', join(dir, 'skills/a'));
    const refusal =
      `Error: ${dir}/skills/a is a link that leads out of the skills folder or nowhere, ` +
      'so it is not used';
    const skill_name = 'a';
    expect(await error('load_skill', { skill_name })).toBe(refusal);
    expect(await error('load_skill_resource', { skill_name, resource_path: 'SKILL.md' })).toBe(
      refusal,
    );
    expect(await error('execute_skill_script', { skill_name, script_path: 'a.sh' })).toBe(refusal);
    expect(await readdir(join(dir, 'outside'))).toEqual(['SKILL.md', 'a.sh']);
  });

  it('of a SKILL.md out of its skill are not loaded', async ({ error, dir }) => {
    await write(dir);
    await symlink('/etc/passwd', join(dir, 'skills/demo/passwd'));
    await rm(join(dir, 'skills/demo/SKILL.md'));
    await symlink('/etc/passwd', join(dir, 'skills/demo/SKILL.md'));
    expect(await error('load_skill', { skill_name: 'demo' })).toMatch(
      /^Error: the file SKILL\.md leads out of the skills folder, or nowhere: /,
    );
  });

  it('of folders out of the skill are not listed', async ({ call, dir }) => {
    await write(dir, { 'demo/a': '' });
    await symlink('/etc', join(dir, 'skills/demo/etc'));
    await symlink('.', join(dir, 'skills/demo/self'));
    expect(await call('load_skill', { skill_name: 'demo' })).toContain(
      '<skill_resources>\n<file>a</file>\n</skill_resources>',
    );
  });
});

describe('things that are no files', () => {
  it('in the place of SKILL.md are named, and hold nothing up', async ({ call, error, dir }) => {
    await write(dir);
    await mkdir(join(dir, 'skills/folder/SKILL.md'), { recursive: true });
    await mkdir(join(dir, 'skills/pipe'));
    makePipe(join(dir, 'skills/pipe/SKILL.md'));
    const payload = await call('list_skills');
    expect(folders(payload)).toEqual(['demo']);
    expect(codes(payload)).toEqual([
      'folder missing_frontmatter: SKILL.md is a folder',
      'pipe missing_frontmatter: SKILL.md is a pipe, socket or device, not a regular file',
    ]);
    expect(await error('load_skill', { skill_name: 'pipe' })).toBe(
      `Error: ${dir}/skills/pipe/SKILL.md is a pipe, socket or device, not a regular file`,
    );
    expect(await error('load_skill', { skill_name: 'folder' })).toBe(
      `Error: ${dir}/skills/folder/SKILL.md is a folder: give the path of a file`,
    );
  });

  it('are refused as resources and scripts', async ({ error, dir }) => {
    await write(dir);
    makePipe(join(dir, 'skills/demo/pipe.sh'));
    const skill_name = 'demo';
    expect(await error('load_skill_resource', { skill_name, resource_path: 'pipe.sh' })).toBe(
      'Error: pipe.sh is a pipe, socket or device, not a regular file',
    );
    expect(await error('execute_skill_script', { skill_name, script_path: 'pipe.sh' })).toBe(
      'Error: pipe.sh is not a regular file',
    );
  });

  it('are refused through links to devices', async ({ error, dir }) => {
    await write(dir);
    await symlink('/dev/zero', join(dir, 'skills/demo/zero'));
    const args = { skill_name: 'demo', resource_path: 'zero' };
    expect(await error('load_skill_resource', args)).toMatch(
      /^Error: resource_path zero leads out/,
    );
  });

  it('are not listed', async ({ call, dir }) => {
    await write(dir, { 'demo/a': '' });
    makePipe(join(dir, 'skills/demo/pipe'));
    await symlink('pipe', join(dir, 'skills/demo/to-pipe'));
    expect(await call('load_skill', { skill_name: 'demo' })).toContain(
      '<skill_resources>\n<file>a</file>\n</skill_resources>',
    );
  });
});

describe('crowds', () => {
  it('of 10,000 files are counted and 50 listed', async ({ call, dir }) => {
    await write(dir);
    const names = Array.from({ length: 10_000 }, (_, at) => `f${at}`);
    for (let at = 0; at < names.length; at += 500)
      await Promise.all(
        names.slice(at, at + 500).map(name => writeFile(join(dir, 'skills/demo', name), '')),
      );
    const reply = await call('load_skill', { skill_name: 'demo' });
    expect(reply.match(/<file>/g)?.length).toBe(50);
    expect(reply).toContain(
      '\n(9950 more files)\n(load_skill_resource with the path of a folder names its files)\n</skill_resources>',
    );
  });

  it('of 1,000 skills, good and bad, are all listed', async ({ call, dir }) => {
    const files = Array.from({ length: 1000 }, (_, at) => [
      `s${String(at).padStart(3, '0')}/SKILL.md`,
      at % 2 === 0 ? '---\ndescription: x\n---\n' : 'broken',
    ]);
    await write(dir, Object.fromEntries(files));
    const { count, diagnostics } = JSON.parse(await call('list_skills'));
    expect(count).toBe(501);
    expect(diagnostics.length).toBe(1000);
  });
});

describe('scripts', () => {
  const execute = { skill_name: 'demo', script_path: 'a.sh' };
  const late = '[ended after 1 second, the limit that DPTTOOLS_SANDBOX_TIMEOUT sets]\n';

  it('that ignore SIGTERM are ended', async ({ call, dir }) => {
    const code = 'trap "" TERM INT HUP; echo $$ > pid; while :; do sleep 1; done';
    await write(dir, { 'demo/a.sh': code });
    expect(await call('execute_skill_script', execute)).toBe(
      JSON.stringify({ stdout: '', stderr: late, exit_code: -1 }),
    );
    const group = Number(await readFile(join(dir, 'skills/demo/pid'), 'utf8'));
    await vi.waitFor(() => expect(processGroup(group)).toEqual([]));
  });

  it('that leave a process in a session of its own are ended with it', async ({ call, dir }) => {
    const code =
      'setsid sh -c "echo \\$\\$ > pid; exec sleep 600" &\nwhile [ ! -s pid ]; do :; done';
    await write(dir, { 'demo/a.sh': code });
    expect(JSON.parse(await call('execute_skill_script', execute)).exit_code).toBe(0);
    const group = Number(await readFile(join(dir, 'skills/demo/pid'), 'utf8'));
    await vi.waitFor(() => expect(processGroup(group)).toEqual([]));
  });

  it('that print 1 GB have a bounded reply', async ({ dir }) => {
    await write(dir, { 'demo/a.sh': 'head -c 1000000000 /dev/zero | tr "\\0" x; echo end >&2' });
    const settings = { skillsDir: join(dir, 'skills'), timeoutSeconds: 60, outputLimit: 2000 };
    await using client = await connectClient([createSkillsServer(settings)]);
    const before = process.memoryUsage().rss;
    const { stdout, stderr, exit_code } = JSON.parse(
      await client.call('execute_skill_script', execute),
    );
    expect([stderr, exit_code]).toEqual(['end\n', 0]);
    expect(stdout).toBe(
      `${'x'.repeat(1000)}\n[... 999998000 characters left out ...]\n${'x'.repeat(1000)}`,
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1_048_576);
  }, 60_000);

  it('that print bytes that are no UTF-8 have a reply of U+FFFD', async ({ call, dir }) => {
    await write(dir, { 'demo/a.sh': 'printf "a\\377b"' });
    expect(JSON.parse(await call('execute_skill_script', execute)).stdout).toBe('a\uFFFDb');
  });

  it('run at the same time without mixing', async ({ call, dir }) => {
    await write(dir, { 'demo/a.sh': 'echo $1' });
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        call('execute_skill_script', { ...execute, args: `${at}` }),
      ),
    );
    expect(replies.map(reply => JSON.parse(reply).stdout)).toEqual(
      Array.from({ length: 10 }, (_, at) => `${at}\n`),
    );
  });
});

it('leaves the skills as they were after errors', async ({ error, dir }) => {
  await write(dir, { 'demo/a.txt': 'x' });
  const skill_name = 'demo';
  await error('create_skill', { skill_name, description: 'x' });
  await error('create_skill', { skill_name: 'new', description: '' });
  await error('load_skill', { skill_name: 'none' });
  await error('load_skill_resource', { skill_name, resource_path: 'none' });
  await error('execute_skill_script', { skill_name, script_path: 'a.txt' });
  expect(await readdir(join(dir, 'skills'), { recursive: true })).toEqual([
    'demo',
    'demo/SKILL.md',
    'demo/a.txt',
  ]);
  expect(await readFile(join(dir, 'skills/demo/SKILL.md'), 'utf8')).toBe(skillMd);
});
