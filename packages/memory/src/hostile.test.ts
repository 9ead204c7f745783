// Long, as it holds the tables of hostile inputs for all the tools.
import { execFileSync } from 'node:child_process';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { connectClient, serverTest, testFolder } from '@std-tools/testing';
import { describe, expect } from 'vitest';
import { createMemoryServer } from './server.ts';

interface Fixtures {
  /** The folder of the memory, `dir/memory`; what is beside it is outside. */
  readonly memory: string;
}

const create = (memoryDir: string) => createMemoryServer({ memoryDir, maxFileSizeMb: 1 });
const connect = (memoryDir: string) => connectClient([create(memoryDir)]);
const it = serverTest(dir => create(join(dir, 'memory'))).extend<Fixtures>({
  memory: [
    async ({ dir }, use) => {
      await fillTree(dir);
      await use(join(dir, 'memory'));
    },
    { auto: true },
  ],
});
const isRoot = process.getuid?.() === 0;

/** A memory with links of every kind, and a file outside of it. */
async function fillTree(dir: string): Promise<void> {
  const at = (name: string) => join(dir, name);
  for (const folder of ['memory/a/b', 'outside']) await mkdir(at(folder), { recursive: true });
  await writeFile(at('outside/secret'), 'secret');
  await writeFile(at('outside/secret.json'), '{"key": "secret", "value": "secret"}');
  await writeFile(at('memory/a/file'), 'text\n');
  await writeFile(at('memory/k.json'), '{"key": "k", "value": "v"}');
  await writeFile(at('memory/x_y.json'), '{"key": "x/y", "value": "v"}');
  await writeFile(at('memory/broken.json'), '{"key": "broken", "va');
  const links = {
    out: '../outside',
    'out-file': '../outside/secret',
    'out-new': '../outside/new',
    'out.json': '../outside/secret.json',
    up: '..',
    absolute: at('outside'),
    'a/deep': '../../outside',
    'a/b/top': '../..',
    loop: 'loop',
    dangling: 'nothing',
    chain: 'a/deep',
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, at(`memory/${name}`));
}

/** Every path below a folder with its mode, content or target. */
async function snapshot(dir: string): Promise<readonly string[]> {
  const seen: string[] = [];
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    const { mode } = await lstat(path);
    if (entry.isDirectory()) seen.push(...(await snapshot(path)));
    const content = entry.isSymbolicLink()
      ? await readlink(path)
      : entry.isFile() && (await stat(path)).size < 10_000
        ? await readFile(path, 'utf8')
        : '';
    seen.push(`${path} ${mode.toString(8)} ${content}`);
  }
  return seen.toSorted();
}

const pathCalls = (path: string) =>
  [
    ['memory_view', { path }],
    ['memory_create', { path, file_text: 'new' }],
    ['memory_str_replace', { path, old_str: 'secret', new_str: 'new' }],
    ['memory_insert', { path, insert_line: 0, insert_text: 'new' }],
    ['memory_delete', { path }],
    ['memory_rename', { old_path: path, new_path: 'new' }],
    ['memory_rename', { old_path: 'a/file', new_path: path }],
  ] as const;

describe('paths that lead out of the memory', () => {
  it.for([
    '..',
    '../outside/secret',
    '/../outside/secret',
    'a/../../outside/secret',
    '/memories/..',
    '/memories/../..',
    '/memories/../outside/secret',
    '/memories//etc/passwd',
    '//etc/passwd',
    '///',
    'out/secret',
    'out/new',
    'out/new/deep',
    'up/outside/secret',
    'absolute/secret',
    'a/deep/secret',
    'chain/secret',
    'a/b/top/out/secret',
    './out/./secret',
    'loop/x',
    'dangling/x',
    'out-new/x',
    'a/file/../../../outside/secret',
    'a\0/../../outside',
    '\ud800',
    '.lock',
    '.std-tools-1',
    'a/.std-tools-0123456789abcdef.tmp',
    'a/b/top/.lock',
  ])('are refused by every tool, which changes nothing: %j', async (path, { dir, error }) => {
    const before = await snapshot(dir);
    for (const [name, args] of pathCalls(path)) {
      const text = await error(name, args);
      expect(text, name).not.toContain(dir);
      expect(text, name).not.toContain('secret"');
    }
    expect(await snapshot(dir)).toEqual(before);
  });

  it.for(['out', 'out-file', 'out-new', 'up', 'absolute', 'chain', 'loop', 'dangling'])(
    'are not followed by reads, edits and creation at their end: %s',
    async (path, { dir, error }) => {
      const before = await snapshot(dir);
      for (const [name, args] of pathCalls(path).slice(0, 4))
        expect(await error(name, args)).toMatch(
          / is a link that leads out of the memory, or to nothing: | already exists: /,
        );
      expect(await snapshot(dir)).toEqual(before);
    },
  );

  it('are deleted and renamed themselves when they are links', async ({ call, dir, memory }) => {
    await call('memory_rename', { old_path: 'out', new_path: 'a/out' });
    expect(await readlink(join(memory, 'a/out'))).toBe('../outside');
    await call('memory_delete', { path: 'out-file' });
    await call('memory_delete', { path: 'a' });
    expect((await readdir(join(dir, 'outside'))).toSorted()).toEqual(['secret', 'secret.json']);
  });

  it('are no entries', async ({ client, error }) => {
    const { content } = await client.raw('search_memory', { query: 'secret' });
    const [found, skipped] = content.map(block => JSON.parse(block.text ?? ''));
    expect(found).toEqual([]);
    expect(skipped).toEqual({
      skipped: [
        { file: 'broken.json', reason: 'is not JSON' },
        { file: 'out.json', reason: 'is a link that leads out of the memory, or to nothing' },
      ],
    });
    expect(await error('read_memory', { key: 'secret' })).toMatch(/^Error: no memory has the key/);
    expect(await error('write_memory', { key: 'out', value: 'v' })).toMatch(
      /^Error: the file of this key, \/out\.json, is a link that leads out of the memory/,
    );
  });
});

describe('paths that only look dangerous', () => {
  it.for([
    ['%2e%2e/x', '/%2e%2e/x'],
    ['..%2fx', '/..%2fx'],
    ['..\\x', '/..\\x'],
    ['C:\\x', '/C:\\x'],
    ['...', '/...'],
    ['~/x', '/~/x'],
    ['$HOME', '/$HOME'],
    ['-rf', '/-rf'],
    ['memories/x', '/memories/memories/x'],
    ['ünï/🙂', '/ünï/🙂'],
    [' ', '/ '],
  ] as const)('are plain names: %j', async ([path, shown], { call, memory }) => {
    expect(await call('memory_create', { path, file_text: 'x' })).toBe(
      `Created ${shown} (1 bytes).`,
    );
    const inside = shown.replace('/memories/', '/');
    expect(await readFile(join(memory, inside), 'utf8')).toBe('x');
    expect(await call('memory_view', { path })).toBe('     1\tx');
    await call('memory_delete', { path });
  });
});

const keyCalls = (key: string) =>
  [
    ['write_memory', { key, value: 'v' }],
    ['read_memory', { key }],
    ['delete_memory', { key }],
  ] as const;

describe('keys', () => {
  it.for(['', '\0', 'a\0b', '\ud83d', 'n'.repeat(251), 'n'.repeat(5000), '🙂'.repeat(100)])(
    'that no file can have are refused: %j',
    async (key, { dir, error }) => {
      const before = await snapshot(dir);
      for (const [name, args] of keyCalls(key))
        expect(await error(name, args)).toMatch(/^Error: key (is empty|holds|has \d+ bytes)/);
      expect(await snapshot(dir)).toEqual(before);
    },
  );

  it.for(['n'.repeat(201), 'CON', 'nul', 'Com1.txt', 'broken', 'x_y', 'x\\y'])(
    'that cannot be written leave everything as it is: %s',
    async (key, { dir, error }) => {
      const before = await snapshot(dir);
      for (const [name, args] of keyCalls(key)) expect(await error(name, args)).toMatch(/^Error: /);
      expect(await snapshot(dir)).toEqual(before);
    },
  );

  it.for([
    ['../../outside/new', '.._.._outside_new.json'],
    ['/etc/passwd', '_etc_passwd.json'],
    ['..', '%2E%2E.json'],
    ['.', '%2E.json'],
    ['.lock', '.lock.json'],
    ['.std-tools-0123456789abcdef.tmp', '.std-tools-0123456789abcdef.tmp.json'],
    ['🙂', '🙂.json'],
    ['n'.repeat(200), `${'n'.repeat(200)}.json`],
    ['__proto__', '__proto__.json'],
    ['$&', '$&.json'],
  ] as const)('stay names of files in the memory: %s', async ([key, file], { client, memory }) => {
    const { call, raw } = client;
    await call('write_memory', { key, value: '__proto__' });
    expect(JSON.parse(await readFile(join(memory, file), 'utf8'))).toEqual({
      key,
      value: '__proto__',
    });
    expect(await call('read_memory', { key })).toBe('__proto__');
    const [found] = (await raw('search_memory', { query: key })).content;
    expect(JSON.parse(found?.text ?? '')).toContainEqual({
      key,
      value: '__proto__',
    });
    await call('delete_memory', { key });
    expect(await readdir(memory)).not.toContain(file);
  });
});

describe('half a character', () => {
  it.for([
    ['write_memory', { key: 'a', value: '\ud83d' }, 'value'],
    ['memory_create', { path: 'new', file_text: '\ud83d' }, 'file_text'],
    ['memory_str_replace', { path: 'a/file', old_str: '\ud83d', new_str: '' }, 'old_str'],
    ['memory_str_replace', { path: 'a/file', old_str: 'text', new_str: '\ud83d' }, 'new_str'],
    ['memory_insert', { path: 'a/file', insert_line: 0, insert_text: '\ud83d' }, 'insert_text'],
  ] as const)('is refused by %s in %s', async ([name, args, parameter], { dir, error }) => {
    const before = await snapshot(dir);
    expect(await error(name, args)).toBe(
      `Error: ${parameter} holds half a character (a lone surrogate): write the whole character`,
    );
    expect(await snapshot(dir)).toEqual(before);
  });
});

describe('odd files in the memory', () => {
  it('are refused at once when they are pipes', async ({ call, error, memory }) => {
    for (const name of ['pipe', 'pipe.json']) execFileSync('mkfifo', [join(memory, name)]);
    for (const [name, args] of pathCalls('pipe').slice(0, 4))
      expect(await error(name, args)).toMatch(/^Error: \/pipe (is a pipe|already exists)/);
    expect(await error('read_memory', { key: 'pipe' })).toMatch(/, is a pipe, socket or device/);
    expect(await call('list_memory_keys')).toContain('{"file":"pipe.json","reason":"is a pipe');
  });

  it('are refused when they are over the size limit', async ({ call, error, memory }) => {
    for (const name of ['large', 'large.json']) {
      await writeFile(join(memory, name), '');
      await truncate(join(memory, name), 2_097_152);
    }
    const words = 'has 2.0 MB, over the limit of 1 MB (DPTTOOLS_MAX_FILE_SIZE_MB)';
    expect(await error('memory_view', { path: 'large' })).toBe(`Error: /large ${words}`);
    expect(await error('read_memory', { key: 'large' })).toContain(`/large.json, ${words}`);
    expect(await call('search_memory', { query: 'x' })).toContain(
      `{"file":"large.json","reason":"${words}"}`,
    );
    expect(await error('write_memory', { key: 'a', value: 'x'.repeat(1_048_576) })).toMatch(
      /^Error: the memory would have 1\.0 MB, over the limit of 1 MB/,
    );
  });

  it('do not hide each other: one broken entry leaves the rest', async ({ client }) => {
    const { content } = await client.raw('list_memory_keys');
    expect(content[0]?.text).toBe('["k","x/y"]');
  });
});

it('opens a store of the Python library unchanged', async ({ call, dir, memory }) => {
  const files = {
    'client:acme:format.json': '{"key": "client:acme:format", "value": "PDF"}',
    'a_b.json': '{\n  "key": "a/b",\n  "value": "sl\\u00e4sh"\n}',
    '..json': '{"key": ".", "value": "dot"}',
    '...json': '{"key": "..", "value": "dots"}',
    'CON.json': '{"key": "CON", "value": "device"}',
    [`${'n'.repeat(230)}.json`]: `{"key": "${'n'.repeat(230)}", "value": "long"}`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(memory, name), text);
  const before = await snapshot(dir);
  for (const [key, value] of Object.entries({
    'client:acme:format': 'PDF',
    'a/b': 'släsh',
    '.': 'dot',
    '..': 'dots',
    CON: 'device',
    ['n'.repeat(230)]: 'long',
  }))
    expect(await call('read_memory', { key })).toBe(value);
  await call('list_memory_keys');
  await call('search_memory', { query: 'a' });
  await call('memory_view', { path: '/' });
  expect(await snapshot(dir)).toEqual(before);
});

/** Calls that would change the memory, each in its own way. */
const changes = [
  ['write_memory', { key: 'k', value: 'new' }],
  ['write_memory', { key: 'new', value: 'new' }],
  ['delete_memory', { key: 'k' }],
  ['memory_create', { path: 'new/file', file_text: 'new' }],
  ['memory_str_replace', { path: 'a/file', old_str: 'text', new_str: 'new' }],
  ['memory_insert', { path: 'a/file', insert_line: 0, insert_text: 'new' }],
  ['memory_delete', { path: 'a' }],
  ['memory_rename', { old_path: 'a', new_path: 'new/a' }],
] as const;

describe('a memory that may not be written', () => {
  it.for(changes)(
    'is left as it is by %s %j',
    async ([name, args], { call, error, dir, memory }) => {
      await chmod(dir, 0o755);
      await chmod(memory, 0o555);
      const before = await snapshot(dir);
      if (isRoot) process.seteuid?.(65_534);
      try {
        expect(await error(name, args)).toBe(
          'Error: the memory folder is not permitted for the server’s user: choose another path, ' +
            'or ask for access',
        );
        expect(await call('read_memory', { key: 'k' })).toBe('v');
        expect(await call('memory_view', { path: 'a/file' })).toBe('     1\ttext');
      } finally {
        if (isRoot) process.seteuid?.(0);
      }
      expect(await snapshot(dir)).toEqual(before);
      await chmod(memory, 0o755);
    },
  );
});

it.for(['a file', 'a link to nothing'])('names %s in the place of the memory', async (kind, {}) => {
  await using folder = await testFolder();
  const path = join(folder.path, 'memory');
  await (kind === 'a file' ? writeFile(path, 'secret') : symlink('no/such', path));
  await using client = await connect(path);
  for (const name of ['write_memory', ...(kind === 'a file' ? ['memory_view'] : [])])
    expect(
      await client.error(name, name === 'memory_view' ? { path: '/' } : { key: 'a', value: '' }),
    ).toBe(
      `Error: the memory folder is ${kind}: ask the user to set DPTTOOLS_MEMORY_DIR to a folder`,
    );
  expect(await readdir(folder.path)).toEqual(['memory']);
});

/** A disk with room for a few files; undefined where this user may not mount one. */
async function mountDisk() {
  const path = await mkdtemp('/tmp/std-tools-test-disk-');
  const end = async () => {
    execFileSync('umount', [path]);
    await rm(path, { recursive: true });
  };
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,nr_inodes=64', 'std-tools-test', path], {
      stdio: 'ignore',
    });
    return { path, [Symbol.asyncDispose]: end };
  } catch {
    await rm(path, { recursive: true });
    return undefined;
  }
}

const probe = await mountDisk();
const canMount = probe !== undefined;
await probe?.[Symbol.asyncDispose]();
if (!canMount) console.log('skipped: this user may not mount a small disk');

describe.runIf(canMount)('a full disk', () => {
  /** Makes files until no further one, not even an empty folder, has room. */
  const fill = async (path: string) => {
    await writeFile(join(path, 'filler'), Buffer.alloc(300_000)).catch(() => {});
    for (let at = 0; ; at += 1)
      try {
        await mkdir(join(path, `filler-${at}`));
      } catch {
        return;
      }
  };

  it.for([
    ['write_memory', { key: 'k', value: 'new' }],
    ['write_memory', { key: 'new', value: 'new' }],
    ['memory_create', { path: 'new/file', file_text: 'new' }],
    ['memory_str_replace', { path: 'a/file', old_str: 'text', new_str: 'new' }],
    ['memory_insert', { path: 'a/file', insert_line: 0, insert_text: 'new' }],
  ] as const)('leaves everything as it was: %s', async ([name, args], {}) => {
    await using disk = await mountDisk();
    const path = disk?.path ?? '';
    await fillTree(path);
    await fill(path);
    const before = await snapshot(path);
    await using client = await connect(join(path, 'memory'));
    expect(await client.error(name, args)).toBe(
      'Error: the memory folder cannot be written, the disk is full; nothing was changed: make ' +
        'room first',
    );
    expect(await snapshot(path)).toEqual(before);
  });

  it.for([
    ['write_memory', { key: 'k', value: 'x'.repeat(100_000) }, '/k.json'],
    ['memory_create', { path: 'new/deep/file', file_text: 'x'.repeat(100_000) }, '/new/deep/file'],
    [
      'memory_insert',
      { path: 'a/file', insert_line: 0, insert_text: 'x'.repeat(100_000) },
      '/a/file',
    ],
  ] as const)('has room for the lock and not for %s', async ([name, args, shown], {}) => {
    await using disk = await mountDisk();
    const path = disk?.path ?? '';
    await fillTree(path);
    await writeFile(join(path, 'filler'), Buffer.alloc(200_000));
    const before = await snapshot(path);
    await using client = await connect(join(path, 'memory'));
    expect(await client.error(name, args)).toBe(
      `Error: ${shown} cannot be written, the disk is full; nothing was changed: make room first`,
    );
    expect(await snapshot(path)).toEqual(before);
  });

  it('does not stand in the way of deleting', async ({}) => {
    await using disk = await mountDisk();
    const path = disk?.path ?? '';
    await fillTree(path);
    await fill(path);
    await using client = await connect(join(path, 'memory'));
    expect(await client.call('memory_delete', { path: 'a' })).toBe(
      'Deleted /a/ and everything in it.',
    );
    expect(await client.call('delete_memory', { key: 'k' })).toBe('Deleted "k".');
    expect(await client.call('write_memory', { key: 'k', value: 'new' })).toBe('Stored "k".');
  });
});

describe.runIf(canMount)('a read-only disk', () => {
  const remount = (path: string) => execFileSync('mount', ['-o', 'remount,ro', path]);
  const words = 'Error: the memory folder is on a read-only file system: choose another path';

  it.for(changes)('is left alone by %s %j', async ([name, args], {}) => {
    await using disk = await mountDisk();
    const path = disk?.path ?? '';
    await fillTree(path);
    remount(path);
    await using client = await connect(join(path, 'memory'));
    expect(await client.error(name, args)).toBe(words);
  });

  it('can be read', async ({}) => {
    await using disk = await mountDisk();
    const path = disk?.path ?? '';
    await fillTree(path);
    remount(path);
    await using client = await connect(join(path, 'memory'));
    expect(await client.call('read_memory', { key: 'k' })).toBe('v');
    expect(await client.call('memory_view', { path: 'a/file' })).toBe('     1\ttext');
    expect(await client.call('search_memory', { query: 'x/y' })).toMatch(/^\[\{"key":"x\/y"/);
  });

  it('is named when the memory cannot be made there', async ({}) => {
    await using disk = await mountDisk();
    const path = disk?.path ?? '';
    remount(path);
    await using client = await connect(join(path, 'deep/memory'));
    expect(await client.error('write_memory', { key: 'a', value: '' })).toBe(words);
    expect(await client.call('list_memory_keys')).toBe('[]');
  });
});
