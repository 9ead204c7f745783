// The main job on real input: the built launcher over stdio, a real client, real calls, each reply shown.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { root } from './workspace.mjs';

const folder = await mkdtemp(join(tmpdir(), 'std-tools-demo-'));
await cp(join(root, 'docs'), join(folder, 'docs'), { recursive: true });
const client = new Client({ name: 'demo', version: '1.0.0' });
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [join(root, 'apps/launcher/bin/std-tools.js'), folder],
  cwd: folder,
  env: {
    PATH: process.env.PATH ?? '',
    DPTTOOLS_MEMORY_DIR: join(folder, 'memory'),
    DPTTOOLS_SKILLS_DIR: join(folder, 'skills'),
  },
});
let calls = 0;
try {
  await client.connect(transport);
  const { tools } = await client.listTools();
  console.log(`${tools.length} tools: ${tools.map(tool => tool.name).join(', ')}\n`);
  await fileCalls();
  await memoryCalls();
  await shellCalls();
  await skillCalls();
  console.log(`demo: ${calls} calls, all as expected`);
} finally {
  await client.close();
  await rm(folder, { recursive: true });
}

async function fileCalls() {
  await call('list_directory', { path: 'docs' }, /"name":"decisions","type":"directory"/);
  await call('get_directory_structure', { path: '.', max_depth: 2 }, /├── decisions\//);
  await call('read_file', { path: 'docs/security.md', limit: 6 }, /^# Security/);
  await call('get_file_metadata', { path: 'docs/security.md' }, /"extension":"\.md"/);
  await call(
    'search_in_files',
    { path: 'docs', query: 'loopback', max_results: 3 },
    /"file":"docs\/\S+\.md","line":\d+/,
  );
  await call(
    'search_in_files',
    { path: '.', query: '^# \\w+$', is_regex: true, file_pattern: '*.md' },
    /"content":"# Security"/,
  );
  const notes = 'Groceries\n- bread\n- milk\n';
  await call(
    'create_file',
    { path: 'notes/list.txt', content: notes, create_dirs: true },
    /^Created/,
  );
  const edit = { path: 'notes/list.txt', old_string: '- milk', new_string: '- oat milk' };
  await call('edit_file', { ...edit, dry_run: true }, /^\+- oat milk$/m);
  await call('edit_file', edit, /at line 3/);
  const patch =
    '--- a/list.txt\n+++ b/list.txt\n@@ -1,2 +1,3 @@\n Groceries\n+- apples\n - bread\n';
  await call('apply_patch', { path: 'notes/list.txt', patch }, /^Applied 1 hunk/);
  await call(
    'read_file',
    { path: 'notes/list.txt' },
    /^Groceries\n- apples\n- bread\n- oat milk\n$/,
  );
  await call('copy_file', { source: 'notes/list.txt', destination: 'notes/copy.txt' }, /^Copied/);
  await call('move_file', { source: 'notes/copy.txt', destination: 'notes/old.txt' }, /^Moved/);
  await call('write_file', { path: 'notes/old.txt', content: 'empty now\n' }, /10 bytes/);
  await call('delete_file', { path: 'notes/old.txt' }, /^Deleted/);
  await call('read_file', { path: '../outside.txt' }, /outside the allowed folders/, true);
  await call(
    'edit_file',
    { ...edit, old_string: '-  oat milk' },
    /differs only in white space/,
    true,
  );
}

async function memoryCalls() {
  await call('write_memory', { key: 'client:acme:format', value: 'PDF, one a file' }, /^Stored/);
  await call('write_memory', { key: 'billing', value: 'Acme pays by invoice' }, /^Stored/);
  await call('search_memory', { query: 'acme' }, /"key":"client:acme:format"/);
  await call('list_memory_keys', {}, /^\["billing","client:acme:format"\]$/);
  await call('read_memory', { key: 'billing' }, /^Acme pays by invoice$/);
  await call('read_memory', { key: 'biling' }, /"billing"/, true);
  const path = '/memories/acme/notes.md';
  await call('memory_create', { path, file_text: '# Acme\n- monthly\n' }, /^Created/);
  await call('memory_insert', { path, insert_line: 2, insert_text: '- by mail' }, /line 3/);
  await call('memory_str_replace', { path, old_str: 'monthly', new_str: 'weekly' }, /line 2/);
  await call('memory_view', { path, view_range: [2, -1] }, /^ {5}2\t- weekly\n {5}3\t- by mail$/);
  await call('memory_rename', { old_path: '/acme', new_path: '/clients/acme' }, /^Renamed/);
  await call('memory_view', { path: '/' }, /\t\/clients\/acme\/$/m);
  await call('memory_view', { path: '../outside' }, /outside/, true);
  await call('memory_delete', { path: '/clients' }, /^Deleted/);
  await call('delete_memory', { key: 'billing' }, /^Deleted/);
}

async function shellCalls() {
  const run = (command, expected, more = {}) =>
    call('execute_command', { command, ...more }, expected);
  await run('cd docs && ls *.md | wc -l', /"stdout":"\d+\\n","stderr":"","exit_code":0/);
  await run('pwd; false', /\/docs\\n","stderr":"","exit_code":1/);
  await run('echo early; sleep 30', /"early\\n".*"exit_code":-1,"timed_out":true/, { timeout: 1 });
  await run('seq 1 100000 > /dev/stdout', /characters left out/);
  await run('sleep 30 & echo started', /"still_running":\[\{"pid":\d+,"command":"sleep 30"\}\]/);
  await call('restart_session', {}, /^Session restarted/);
}

async function skillCalls() {
  const skill_name = 'word-count';
  const description = 'Counts words: use it when asked how long a text is';
  await call('create_skill', { skill_name, description }, /skills\/word-count/);
  const scripts = join(folder, 'skills', skill_name, 'scripts');
  await mkdir(scripts);
  const code = "import sys\nprint(len(open(sys.argv[1]).read().split()), 'words')\n";
  await writeFile(join(scripts, 'count.py'), code);
  await call('list_skills', {}, /"name":"word-count","description":"Counts words: use it when/);
  await call('load_skill', { skill_name }, /<file>scripts\/count\.py<\/file>/);
  const script = { skill_name, script_path: 'scripts/count.py' };
  await call('load_skill_resource', { skill_name, resource_path: script.script_path }, /^import/);
  const args = `'${join(folder, 'notes/list.txt')}'`;
  await call('execute_skill_script', { ...script, args }, /"stdout":"8 words\\n"/);
  await call('execute_skill_script', { ...script, script_path: '../x.py' }, /x\.py/, true);
}

/** Makes a call, shows the reply, and stops the demo when it is not the expected one. */
async function call(name, args, expected, isError = false) {
  const began = performance.now();
  const result = await client.callTool({ name, arguments: args });
  const text = result.content.map(block => block.text ?? `[${block.type}]`).join('\n');
  calls += 1;
  console.log(`> ${name} ${JSON.stringify(args)}`);
  console.log(
    `${short(text).replace(/^/gm, '  ')}\n  (${(performance.now() - began).toFixed(0)} ms)\n`,
  );
  if (Boolean(result.isError) !== isError || !expected.test(text))
    throw new Error(`${name}: the reply is not ${expected}`);
}

function short(text) {
  const lines = text.trimEnd().split('\n');
  const shown = lines
    .slice(0, 12)
    .map(line => (line.length > 160 ? `${line.slice(0, 160)}...` : line));
  return [...shown, ...(lines.length > 12 ? [`... ${lines.length - 12} lines more`] : [])].join(
    '\n',
  );
}
