import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connectClient, serverTest, testFolder } from '@std-tools/testing';
import { expect, vi } from 'vitest';
import { createSkillsServer, type SkillsSettings } from '../server.ts';

const it = serverTest(dir => createSkillsServer({ skillsDir: dir }));

const skillMd = '---\nname: demo\ndescription: Shows it.\n---\n';

async function write(dir: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries({ 'demo/SKILL.md': skillMd, ...files })) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), content);
  }
}

const of = (script_path: string, args?: string) => ({
  skill_name: 'demo',
  script_path,
  ...(args !== undefined && { args }),
});

const connect = (settings: SkillsSettings) => connectClient([createSkillsServer(settings)]);

it('gives output and exit code under exactly these keys', async ({ call, dir }) => {
  await write(dir, { 'demo/a.sh': 'echo out; echo err >&2; exit 3' });
  expect(await call('execute_skill_script', of('a.sh'))).toBe(
    '{"stdout":"out\\n","stderr":"err\\n","exit_code":3}',
  );
});

it.for<[string, string, string]>([
  ['a.py', 'import sys\nprint(sys.argv[1:])', "['x', 'y z']\n"],
  ['a.js', 'console.log(process.argv.slice(2))', "[ 'x', 'y z' ]\n"],
  ['a.cjs', 'console.log(require("node:path").sep, process.argv[3])', '/ y z\n'],
  ['a.mjs', 'import { sep } from "node:path"; console.log(sep, process.argv[3])', '/ y z\n'],
  ['a.sh', 'for one in "$@"; do echo "<$one>"; done', '<x>\n<y z>\n'],
])('runs %s with its arguments', async ([path, code, stdout], { call, dir }) => {
  await write(dir, { [`demo/${path}`]: code });
  expect(JSON.parse(await call('execute_skill_script', of(path, 'x "y z"')))).toEqual({
    stdout,
    stderr: '',
    exit_code: 0,
  });
});

it('runs in the folder of the script', async ({ call, dir }) => {
  await write(dir, { 'demo/scripts/deep/a.sh': 'pwd; cat data', 'demo/scripts/deep/data': 'x' });
  const { stdout } = JSON.parse(await call('execute_skill_script', of('scripts/deep/a.sh')));
  expect(stdout).toBe(`${dir}/demo/scripts/deep\nx`);
});

it('gives the script no input', async ({ call, dir }) => {
  await write(dir, { 'demo/a.py': 'import sys\nprint(repr(sys.stdin.read()))' });
  expect(JSON.parse(await call('execute_skill_script', of('a.py'))).stdout).toBe("''\n");
});

it('expands nothing in the arguments', async ({ call, dir }) => {
  await write(dir, { 'demo/a.sh': 'printf "%s|" "$@"' });
  const { stdout } = JSON.parse(await call('execute_skill_script', of('a.sh', '$HOME * `id`; -x')));
  expect(stdout).toBe('$HOME|*|`id`;|-x|');
});

it('ends a script that is out of time, keeping what it wrote', async ({ dir }) => {
  await write(dir, { 'demo/a.py': 'import time\nprint("begun")\ntime.sleep(600)' });
  await using client = await connect({ skillsDir: dir, timeoutSeconds: 1 });
  expect(JSON.parse(await client.call('execute_skill_script', of('a.py')))).toEqual({
    stdout: 'begun\n',
    stderr: '[ended after 1 second, the limit that DPTTOOLS_SANDBOX_TIMEOUT sets]\n',
    exit_code: -1,
  });
});

it('puts the message of the end of time on a line of its own', async ({ dir }) => {
  await write(dir, { 'demo/a.sh': 'printf half >&2; sleep 600' });
  await using client = await connect({ skillsDir: dir, timeoutSeconds: 1 });
  const { stderr } = JSON.parse(await client.call('execute_skill_script', of('a.sh')));
  expect(stderr).toBe(
    'half\n[ended after 1 second, the limit that DPTTOOLS_SANDBOX_TIMEOUT sets]\n',
  );
});

it('gives minus the number of the signal that ended the script', async ({ call, dir }) => {
  await write(dir, { 'demo/a.sh': 'kill -TERM $$' });
  expect(JSON.parse(await call('execute_skill_script', of('a.sh'))).exit_code).toBe(-15);
});

it('tells the last line of output while the script runs', async ({ client, dir }) => {
  await write(dir, { 'demo/a.sh': 'echo one; echo two; while [ ! -e go ]; do sleep 0.02; done' });
  const messages: (string | undefined)[] = [];
  const call = client.raw('execute_skill_script', of('a.sh'), {
    onprogress: ({ message }) => void messages.push(message),
  });
  await vi.waitFor(() => expect(messages).toContain('two'), 5000);
  await writeFile(join(dir, 'demo/go'), '');
  expect((await call).content[0]?.text).toBe('{"stdout":"one\\ntwo\\n","stderr":"","exit_code":0}');
});

it('refuses other kinds of files', async ({ error, dir }) => {
  await write(dir, { 'demo/a.rb': '' });
  expect(await error('execute_skill_script', of('a.rb'))).toBe(
    'Error: a.rb is no script that can be run: the kinds are .py, .js, .mjs, .cjs, .ts and .sh',
  );
});

it('names the setting when there is no Python', async ({ dir }) => {
  await write(dir, { 'demo/a.py': '' });
  const python = join(dir, 'no-python');
  await using client = await connect({ skillsDir: dir, python });
  expect(await client.error('execute_skill_script', of('a.py'))).toBe(
    `Error: the program ${python} does not exist: DPTTOOLS_PYTHON must name a Python program`,
  );
});

it('names the setting when the Python program may not be run', async ({ dir }) => {
  await write(dir, { 'demo/a.py': '', python: '#!/bin/sh\n' });
  const python = join(dir, 'python');
  await using client = await connect({ skillsDir: dir, python });
  expect(await client.error('execute_skill_script', of('a.py'))).toBe(
    `Error: ${python} may not be run as a program: DPTTOOLS_PYTHON must name a Python program`,
  );
});

it('runs Python scripts with the program that the setting names', async ({ dir }) => {
  await write(dir, { 'demo/a.py': '', 'my python': '#!/bin/sh\necho "mine: ${1##*/}"' });
  const python = join(dir, 'my python');
  await chmod(python, 0o755);
  await using client = await connect({ skillsDir: dir, python });
  const { stdout } = JSON.parse(await client.call('execute_skill_script', of('a.py')));
  expect(stdout).toBe('mine: a.py\n');
});

it('refuses an unbalanced quote', async ({ error, dir }) => {
  await write(dir, { 'demo/a.sh': '' });
  expect(await error('execute_skill_script', of('a.sh', "it's"))).toBe(
    "Error: args has a ' that is not closed: close it, or escape it with a backslash",
  );
});

it('refuses a NUL in the arguments', async ({ error, dir }) => {
  await write(dir, { 'demo/a.sh': '' });
  expect(await error('execute_skill_script', of('a.sh', 'a\0b'))).toBe(
    'Error: args holds a NUL character: remove it',
  );
});

it('says that arguments are longer than the system takes', async ({ error, dir }) => {
  await write(dir, { 'demo/a.sh': '' });
  expect(await error('execute_skill_script', of('a.sh', 'x'.repeat(3_000_000)))).toBe(
    'Error: args is longer than the system allows: put the data into a file',
  );
});

it('names the files when the script is missing', async ({ error, dir }) => {
  await write(dir, { 'demo/scripts/a.sh': '' });
  expect(await error('execute_skill_script', of('a.sh'))).toBe(
    'Error: a.sh does not exist in the skill "demo". There are: SKILL.md, scripts/a.sh',
  );
});

it('refuses a folder with the name of a script', async ({ error, dir }) => {
  await write(dir, { 'demo/a.sh/b': '' });
  expect(await error('execute_skill_script', of('a.sh'))).toBe('Error: a.sh is not a regular file');
});

it('runs no script outside of the skills folder', async ({ error, dir }) => {
  await using outside = await testFolder();
  await writeFile(join(outside.path, 'a.sh'), 'touch ran');
  await write(dir, {});
  await symlink(join(outside.path, 'a.sh'), join(dir, 'demo/link.sh'));
  for (const path of ['../../a.sh', `${outside.path}/a.sh`, 'link.sh'])
    expect(await error('execute_skill_script', of(path))).toBe(
      `Error: script_path ${path} leads out of the skills folder, or nowhere: give the path of ` +
        'a file of the skill "demo", relative to its folder',
    );
});

it('runs a script in the sandbox when that is asked for', async ({ dir }) => {
  const script = 'touch inside; touch "$ROOT"/made; cat ../other.txt; pwd';
  await write(dir, { 'demo/a.sh': script, 'other.txt': 'seen\n' });
  await using root = await testFolder();
  const settings = { skillsDir: dir, sandbox: 'bwrap' as const, roots: [root.path] };
  const env = { PATH: process.env['PATH'], ROOT: root.path };
  await using client = await connectClient([createSkillsServer(settings)], { env });
  expect(JSON.parse(await client.call('execute_skill_script', of('a.sh')))).toEqual({
    stdout: `seen\n${dir}/demo\n`,
    stderr: "touch: cannot touch 'inside': Read-only file system\n",
    exit_code: 0,
  });
  expect(await readdir(root.path)).toEqual(['made']);
  expect(await readdir(join(dir, 'demo'))).toEqual(['SKILL.md', 'a.sh']);
});

it('takes a script whose name starts with a hyphen', async ({ call, dir }) => {
  await write(dir, { 'demo/-c.sh': 'echo ran' });
  expect(JSON.parse(await call('execute_skill_script', of('-c.sh'))).stdout).toBe('ran\n');
});

it('keeps the server’s own secrets from the script', async ({ dir }) => {
  await write(dir, { 'demo/a.sh': 'echo "${LLMWHISPERER_API_KEY-none} $SOMETHING"' });
  const env = { PATH: '/usr/bin:/bin', LLMWHISPERER_API_KEY: 'hush', SOMETHING: 'else' };
  await using client = await connectClient([createSkillsServer({ skillsDir: dir })], { env });
  const { stdout } = JSON.parse(await client.call('execute_skill_script', of('a.sh')));
  expect(stdout).toBe('none else\n');
});
