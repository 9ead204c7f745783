import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { probePlugin, root, runLauncher, type StartOptions } from './launcher.ts';

const files = [
  'apply_patch',
  'copy_file',
  'create_file',
  'delete_file',
  'edit_file',
  'get_directory_structure',
  'get_file_metadata',
  'list_directory',
  'move_file',
  'read_file',
  'search_in_files',
  'write_file',
];
const memory = [
  'delete_memory',
  'list_memory_keys',
  'memory_create',
  'memory_delete',
  'memory_insert',
  'memory_rename',
  'memory_str_replace',
  'memory_view',
  'read_memory',
  'search_memory',
  'write_memory',
];
const exec = ['execute_command', 'restart_session'];
const skills = [
  'create_skill',
  'execute_skill_script',
  'list_skills',
  'load_skill_resource',
  'load_skill',
];
const tools = [...files, ...memory, ...exec, ...skills];
const probes = ['count', 'wait', 'child', 'print', 'fail', 'crash', 'report', 'ask'].map(
  name => `probe_${name}`,
);

async function listed(args: readonly string[], options?: StartOptions): Promise<string[]> {
  const { code, stdout, stderr } = await runLauncher([...args, '--list-tools'], options);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.split('\n').slice(0, -1);
}

/** What is printed when the start is refused, which must be with exit code 2 and empty stdout. */
async function refusal(args: readonly string[], options?: StartOptions): Promise<string> {
  const { code, stdout, stderr } = await runLauncher(args, options);
  expect([code, stdout]).toEqual([2, '']);
  return stderr;
}

async function pluginFile(folder: string, name: string, code: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, code);
  return path;
}

describe.concurrent('prints and ends', () => {
  it('the version', async () => {
    expect(await runLauncher(['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });

  it.each(['--help', '-h'])('the help for %s, naming every flag', async flag => {
    const { code, stdout, stderr } = await runLauncher([flag]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^std-tools: .*\n\nUsage: std-tools \[folders\.\.\.\] \[options\]\n/);
    expect(stdout.match(/--[a-z-]+/g)?.join(' ')).toBe(
      '--transport --host --port --servers --exclude-tools --read-only --plugin --prefix ' +
        '--allow-unauthenticated --log-file --list-tools --version --help',
    );
  });

  it('the names of the tools', async () => {
    expect(await listed([])).toEqual(tools);
  });

  it('the version though a setting is bad', async () => {
    const env = { DPTTOOLS_LOG_LEVEL: 'loud' };
    expect(await runLauncher(['--version'], { env })).toMatchObject({ code: 0, stderr: '' });
  });
});

describe.concurrent('chooses tools', () => {
  it('of the named servers', async () => {
    expect(await listed(['--servers', ' fs ,'])).toEqual(files);
    expect(await listed(['--servers', 'skills,memory'])).toEqual([...memory, ...skills]);
  });

  it('of plug-ins alone when no server is named', async () => {
    expect(await listed(['--servers', '', '--plugin', probePlugin])).toEqual(probes);
  });

  it('without the excluded ones', async () => {
    expect(await listed(['--exclude-tools', 'write_file, read_file'])).toEqual(
      tools.filter(name => name !== 'write_file' && name !== 'read_file'),
    );
  });

  it('that cannot write', async () => {
    expect(await listed(['--read-only'])).toEqual([
      'get_directory_structure',
      'get_file_metadata',
      'list_directory',
      'read_file',
      'search_in_files',
      'list_memory_keys',
      'memory_view',
      'read_memory',
      'search_memory',
      'list_skills',
      'load_skill_resource',
      'load_skill',
    ]);
  });
});

describe.concurrent('composes plug-ins', () => {
  it('by path', async () => {
    expect(await listed(['--plugin', probePlugin])).toEqual([...tools, ...probes]);
  });

  it('by relative path', async () => {
    const options = { cwd: join(root, 'packages/hello') };
    expect(await listed(['--plugin', './dist/index.js'], options)).toEqual([...tools, 'say_hello']);
    expect(await listed(['--plugin', 'dist/index.js'], options)).toEqual([...tools, 'say_hello']);
  });

  it('by the name of a package that the working folder has', async () => {
    const options = { cwd: join(root, 'apps/launcher') };
    expect(await listed(['--plugin', '@std-tools/hello'], options)).toEqual([
      ...tools,
      'say_hello',
    ]);
  });

  it('several, from the environment first', async () => {
    const hello = join(root, 'packages/hello/dist/index.js');
    const env = { DPTTOOLS_PLUGINS: ` ${probePlugin} ,` };
    expect(await listed(['--plugin', hello], { env })).toEqual([...tools, ...probes, 'say_hello']);
  });

  it('with a prefix before their names', async () => {
    const prefixed = probes.map(name => `p1_${name}`);
    expect(await listed(['--plugin', probePlugin, '--prefix', 'probe-tools=p1_'])).toEqual([
      ...tools,
      ...prefixed,
    ]);
  });

  it('whose factory is the default export', async () => {
    await using folder = await testFolder();
    const plugin = await pluginFile(folder.path, 'plugin.mjs', emptyServer('mine'));
    expect(await listed(['--plugin', plugin])).toEqual(tools);
  });
});

/** The code of a plug-in with a default export. */
const emptyServer = (name: string, tools = '[]') =>
  `const server = { name: '${name}', title: 'T', version: '1', config: [], tools: ${tools} };
export default () => server;
`;

describe.concurrent('refuses plug-ins', () => {
  it('that are not there', async () => {
    expect(await refusal(['--plugin', './nope.mjs'])).toMatch(
      /^plug-in \.\/nope\.mjs cannot be loaded: Cannot find module '\S+\/nope\.mjs'.*\n$/,
    );
    expect(await refusal(['--plugin', 'no-such-package'])).toMatch(
      /^plug-in no-such-package cannot be loaded: Cannot find package 'no-such-package'.*\n$/,
    );
  });

  it('that are packages which can only be imported, saying so', async () => {
    await using folder = await testFolder();
    const home = join(folder.path, 'node_modules/only-import');
    await mkdir(home, { recursive: true });
    const manifest = { name: 'only-import', type: 'module', exports: { import: './door.js' } };
    await writeFile(join(home, 'package.json'), JSON.stringify(manifest));
    await pluginFile(home, 'door.js', emptyServer('only-import'));
    expect(await refusal(['--plugin', 'only-import'], { cwd: folder.path })).toBe(
      `plug-in only-import cannot be loaded: No "exports" main defined in ${home}/package.json\n`,
    );
    expect(await listed(['--plugin', join(home, 'door.js')])).toEqual(tools);
  });

  it.each([
    ['that fail to load', "throw new Error('no licence\\nmore');", 'cannot be loaded: no licence'],
    [
      'whose factory fails',
      "export const createMyServer = () => { throw new Error('no licence'); };",
      'cannot be loaded: no licence',
    ],
    [
      'without a factory',
      'export const createMyServer = {}; export const other = () => ({});',
      'exports no server factory: export a function createXServer (or a default one) ' +
        'that gives a ToolServer',
    ],
    [
      'whose factory makes no server',
      'export const createMyServer = () => null;',
      'exports no server factory: export a function createXServer (or a default one) ' +
        'that gives a ToolServer',
    ],
  ])('%s', async (_what, code, message) => {
    await using folder = await testFolder();
    const plugin = await pluginFile(folder.path, 'plugin.mjs', code);
    expect(await refusal(['--plugin', plugin])).toBe(`plug-in ${plugin} ${message}\n`);
  });

  it('with a tool that another server has, naming both and the way out', async () => {
    await using folder = await testFolder();
    const tool = "[{ name: 'read_file', hints: { readOnly: true }, input: {}, handler() {} }]";
    const plugin = await pluginFile(folder.path, 'plugin.mjs', emptyServer('my-tools', tool));
    expect(await refusal(['--plugin', plugin])).toBe(
      'two servers have a tool "read_file": "file-system-tools" and "my-tools". ' +
        "Rename one server's tools with --prefix my-tools=other_\n",
    );
    const args = ['--plugin', plugin, '--prefix', 'my-tools=other_'];
    expect(await listed(args)).toEqual([...tools, 'other_read_file']);
  });
});

const http = ['--transport', 'http', '--port', '0'];

describe.concurrent('refuses on the command line', () => {
  it.each([
    [['--transport', 'tcp'], '--transport must be stdio or http, got "tcp"'],
    [['--port', '65536'], '--port must be 0 to 65535, got "65536"'],
    [['--port', 'x'], '--port must be 0 to 65535, got "x"'],
    [['--port', ''], '--port must be 0 to 65535, got ""'],
    [['--port', '1.5'], '--port must be 0 to 65535, got "1.5"'],
    [
      ['--servers', 'fs,web,sh'],
      '--servers names "web", "sh"; there are "fs", "memory", "exec", "skills"',
    ],
    [['--exclude-tools', 'read_fil'], 'no tool to exclude is named "read_fil"'],
    [['--prefix', 'x'], '--prefix must look like server-name=prefix_, got "x"'],
    [['--prefix', 'x=A B'], '--prefix must look like server-name=prefix_, got "x=A B"'],
    [
      ['--prefix', 'x=x_'],
      '--prefix names "x"; served are "file-system-tools", "memory-tools", ' +
        '"code-execution-tools", "skills-tools"',
    ],
    [
      ['--log-file', '/nope/log'],
      "--log-file /nope/log: ENOENT: no such file or directory, open '/nope/log'",
    ],
    [
      ['/tmp', '/nope'],
      'invalid configuration\n  DPTTOOLS_FS_ROOTS names "/nope", which is not a folder',
    ],
    [['/a:b'], 'folder /a:b: its name holds ":"'],
    [
      [...http, '--host', '0.0.0.0'],
      '--host 0.0.0.0 is reachable from other machines: set DPTTOOLS_HTTP_TOKEN to a secret, or ' +
        'give --allow-unauthenticated when a proxy in front checks the callers',
    ],
    [
      [...http, '--host', '::'],
      '--host :: is reachable from other machines: set DPTTOOLS_HTTP_TOKEN to a secret, or ' +
        'give --allow-unauthenticated when a proxy in front checks the callers',
    ],
    [
      [...http, '--host', '192.0.2.1', '--allow-unauthenticated'], // no machine has this one
      'cannot listen on 192.0.2.1:0: listen EADDRNOTAVAIL',
    ],
  ])('%j', async (args, message) => {
    expect((await refusal(args)).slice(0, message.length)).toBe(message);
  });

  it.each([
    [['--nope'], "Unknown option '--nope'"],
    [['--port'], "Option '--port <value>' argument missing"],
    [['--plugin'], "Option '--plugin <value>' argument missing"],
    [['--read-only=yes'], "Option '--read-only' does not take an argument"],
    [['--list-tools=1'], "Option '--list-tools' does not take an argument"],
  ])('%j', async (args, message) => {
    expect((await refusal(args)).slice(0, message.length)).toBe(message);
  });

  it('a port that is taken, naming --port', async () => {
    const taken = createServer();
    await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    if (typeof address !== 'object' || !address) throw new Error('no port');
    const { port } = address;
    expect(await refusal(['--transport', 'http', '--port', String(port)])).toBe(
      `port ${port} of 127.0.0.1 is taken: choose another with --port (0 picks a free one)\n`,
    );
    taken.close();
  });
});

describe.concurrent('refuses settings', () => {
  it('naming the variables of all faults in one message', async () => {
    const env = {
      DPTTOOLS_MAX_FILE_SIZE_MB: '0',
      DPTTOOLS_FS_ROOTS: '/nope',
      DPTTOOLS_LOG_LEVEL: 'loud',
      DPTTOOLS_OUTPUT_TRUNCATION_LIMIT: 'many',
    };
    expect(await refusal([], { env })).toBe(
      'invalid configuration\n' +
        '  DPTTOOLS_LOG_LEVEL must be one of debug, info, warn, error (got "loud")\n' +
        '  DPTTOOLS_MAX_FILE_SIZE_MB must be a positive integer (got "0")\n' +
        '  DPTTOOLS_OUTPUT_TRUNCATION_LIMIT must be a positive integer (got "many")\n' +
        '  DPTTOOLS_FS_ROOTS names "/nope", which is not a folder\n',
    );
  });

  it('only of servers that are served', async () => {
    const env = { DPTTOOLS_MAX_FILE_SIZE_MB: '0' };
    const args = ['--servers', '', '--plugin', probePlugin];
    expect(await listed(args, { env })).toEqual(probes);
  });

  it('but takes empty variables as not set', async () => {
    const env = { DPTTOOLS_MAX_FILE_SIZE_MB: '', DPTTOOLS_LOG_LEVEL: '', DPTTOOLS_FS_ROOTS: '' };
    expect(await listed([], { env })).toEqual(tools);
  });

  it('over HTTP too', async () => {
    const env = { DPTTOOLS_MAX_FILE_SIZE_MB: '0' };
    expect(await refusal(http, { env })).toBe(
      'invalid configuration\n  DPTTOOLS_MAX_FILE_SIZE_MB must be a positive integer (got "0")\n',
    );
  });
});

it('serves without noise and ends with exit code 0 when stdin is empty', async () => {
  expect(await runLauncher([])).toEqual({ code: 0, stdout: '', stderr: '' });
});
