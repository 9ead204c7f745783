// Long, as it holds one table of hostile inputs for all twelve tools.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  copyFile,
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
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connectClient, serverTest, type TestClient } from '@std-tools/testing';
import { describe, expect } from 'vitest';
import { ripgrepPath } from './lib/search/ripgrep-path.ts';
import { createFsServer } from './server.ts';

const it = serverTest(() => createFsServer());
const isRoot = process.getuid?.() === 0;
/** Five times the second in which pipes and devices must be answered. */
const promisedBoundMs = 5000;

const patch = '@@ -1 +1 @@\n-text\n+new\n';
type MakeCall = (path: string, good: string) => readonly [string, Record<string, unknown>];
const makers = {
  tree: (path: string) => ['get_directory_structure', { path }],
  list: (path: string) => ['list_directory', { path }],
  read: (path: string) => ['read_file', { path }],
  metadata: (path: string) => ['get_file_metadata', { path }],
  search: (path: string) => ['search_in_files', { path, query: 'text' }],
  create: (path: string) => ['create_file', { path, content: 'new' }],
  'create with folders': (path: string) => [
    'create_file',
    { path, content: 'new', create_dirs: true },
  ],
  write: (path: string) => ['write_file', { path, content: 'new' }],
  'write with folders': (path: string) => [
    'write_file',
    { path, content: 'new', create_dirs: true },
  ],
  edit: (path: string) => ['edit_file', { path, old_string: 'text', new_string: 'new' }],
  patch: (path: string) => ['apply_patch', { path, patch }],
  delete: (path: string) => ['delete_file', { path }],
  'copy from': (path: string, good: string) => [
    'copy_file',
    { source: path, destination: join(good, 'copy') },
  ],
  'copy to': (path: string, good: string) => [
    'copy_file',
    { source: join(good, 'file'), destination: path },
  ],
  'move from': (path: string, good: string) => [
    'move_file',
    { source: path, destination: join(good, 'moved') },
  ],
  'move to': (path: string, good: string) => [
    'move_file',
    { source: join(good, 'file'), destination: path },
  ],
} satisfies Record<string, MakeCall>;
type Call = keyof typeof makers;
/** Calls of each tool, by name, with a hostile path; `good` is a folder to work in. */
const calls: Readonly<Record<Call, MakeCall>> = makers;
const allCalls = Object.keys(makers) as Call[];
const but = (...left: readonly Call[]) => allCalls.filter(call => !left.includes(call));

/** Everything in a folder, with kinds, modes and contents. */
async function pictureOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const lines = entries.map(async entry => {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) return `${path} -> ${await readlink(path)}`;
    const { mode, size } = await stat(path);
    const content = entry.isFile() && size < 1_000_000 ? await readFile(path, 'latin1') : size;
    return `${path} ${mode.toString(8)} ${entry.isDirectory() ? '' : content}`;
  });
  return (await Promise.all(lines)).toSorted();
}

/** Expects an error with these words, that nothing has changed, and that the server goes on. */
async function expectRefusal(
  client: TestClient,
  dir: string,
  [tool, args]: readonly [string, Record<string, unknown>],
  words: string | RegExp,
): Promise<void> {
  const before = await pictureOf(dir);
  const text = await client.error(tool, args);
  if (typeof words === 'string') expect(text).toBe(`Error: ${words}`);
  else expect(text).toMatch(words);
  expect(text).toMatch(/^Error: /);
  expect(text).not.toContain('.std-tools-');
  expect(await pictureOf(dir)).toEqual(before);
  expect(await client.call('list_directory', { path: dir })).toMatch(/^\[\{"name":/);
}

/** A folder `good` with the file `file`, and things that no tool should stumble over. */
async function makeHostile(dir: string): Promise<string> {
  const good = join(dir, 'good');
  await mkdir(join(good, 'folder'), { recursive: true });
  await writeFile(join(good, 'file'), 'text\n');
  await symlink('loop', join(good, 'loop'));
  await symlink('loop-b', join(good, 'loop-a'));
  await symlink('loop-a', join(good, 'loop-b'));
  execFileSync('mkfifo', [join(good, 'pipe')]);
  return good;
}

const tooLong = 'PATH is too long for this file system: use a shorter name';
const isLoop = 'PATH is a loop of symbolic links: delete one of them';
const missing = 'PATH does not exist: list its folder to see what is there';
const throughFile =
  'PATH cannot be reached, a part of the path is a file: list the folders above to see which';
const noFolder = 'PATH is not a folder: get_file_metadata tells about a single file';
const isFolder = 'PATH is a folder: give the path of a file';
const notRegular = 'PATH is a pipe, socket or device, not a regular file';
const fileAsFolder = 'GOOD/file is a file, not a folder: choose another path';
const noDestination =
  'destination PATH cannot be reached, its folder does not exist: ' +
  'create_file with create_dirs makes folders';

/** A path below `good`, or an absolute one; the words of the error; the calls they hold for. */
const hostilePaths: readonly (readonly [string, string, string, readonly Call[]])[] = [
  [
    'missing',
    'none',
    missing,
    [
      'tree',
      'list',
      'read',
      'metadata',
      'search',
      'edit',
      'patch',
      'delete',
      'copy from',
      'move from',
    ],
  ],
  [
    'in a missing folder',
    'no/ne',
    missing,
    [
      'tree',
      'list',
      'read',
      'metadata',
      'search',
      'edit',
      'patch',
      'delete',
      'copy from',
      'move from',
    ],
  ],
  [
    'in a missing folder',
    'no/ne',
    'folder GOOD/no does not exist: set create_dirs to true to make it',
    ['create', 'write'],
  ],
  ['in a missing folder', 'no/ne', noDestination, ['copy to', 'move to']],
  [
    'below a file',
    'file/below',
    throughFile,
    [
      'tree',
      'list',
      'read',
      'metadata',
      'search',
      'edit',
      'patch',
      'delete',
      'copy from',
      'move from',
    ],
  ],
  [
    'below a file',
    'file/below',
    fileAsFolder,
    ['create', 'write', 'create with folders', 'write with folders'],
  ],
  [
    'below a file',
    'file/below',
    'destination PATH cannot be reached: GOOD/file is a file, not a folder',
    ['copy to', 'move to'],
  ],
  ['a file for a folder', 'file', noFolder, ['tree', 'list']],
  ['a folder for a file', 'folder', isFolder, ['create', 'write', 'read', 'edit', 'patch']],
  ['a folder for a file', 'folder', 'PATH is a folder: only files can be deleted', ['delete']],
  [
    'a folder for a file',
    'folder',
    'source PATH is a folder: only files are copied',
    ['copy from'],
  ],
  ['a pipe', 'pipe', noFolder, ['tree', 'list']],
  ['a pipe', 'pipe', notRegular, ['read', 'write', 'edit', 'patch', 'copy to']],
  ['a pipe', 'pipe', 'PATH already exists: choose another path', ['create']],
  ['a pipe', 'pipe', 'path PATH is a pipe, socket or device', ['search']],
  ['a pipe', 'pipe', 'source PATH is a pipe, socket or device', ['copy from']],
  ['an endless device', '/dev/zero', noFolder, ['tree', 'list']],
  ['an endless device', '/dev/zero', notRegular, ['read', 'edit', 'patch']],
  ['an endless device', '/dev/zero', 'path PATH is a pipe, socket or device', ['search']],
  ['an endless device', '/dev/zero', 'source PATH is a pipe, socket or device', ['copy from']],
  ['a full device', '/dev/full', notRegular, ['read', 'edit', 'patch']],
  [
    'a link to itself',
    'loop',
    isLoop,
    but('create', 'create with folders', 'delete', 'move from', 'move to'),
  ],
  ['two links in a loop', 'loop-a', isLoop, ['read', 'write', 'edit', 'patch', 'copy to']],
  [
    'below a loop',
    'loop/below',
    isLoop,
    but('create', 'write', 'create with folders', 'write with folders', 'copy to', 'move to'),
  ],
  [
    'below a loop',
    'loop/below',
    'GOOD/loop is a loop of symbolic links: delete one of them',
    ['create', 'write', 'create with folders', 'write with folders'],
  ],
  [
    'below a loop',
    'loop/below',
    'destination PATH is a loop of symbolic links: delete one of them',
    ['copy to', 'move to'],
  ],
  ['a name of 300 characters', 'n'.repeat(300), tooLong, allCalls],
  [
    'a path of 6,000 characters',
    'n/'.repeat(3000),
    tooLong,
    but('create', 'write', 'create with folders', 'write with folders', 'copy to', 'move to'),
  ],
];

describe('a hostile path', () => {
  const cases = hostilePaths.flatMap(([kind, path, words, names]) =>
    names.map(name => [kind, name, path, words] as const),
  );
  it.for(cases)(
    'that is %s is refused: %s',
    { timeout: promisedBoundMs },
    async ([, name, path, words], { client, dir }) => {
      const good = await makeHostile(dir);
      const whole = path.startsWith('/') ? path : join(good, path);
      const shown = whole.replace(/\/$/, '');
      const message = words.replaceAll('PATH', shown).replaceAll('GOOD', good);
      await expectRefusal(client, dir, calls[name](whole, good), message);
    },
  );

  it.for([
    'create',
    'write',
    'create with folders',
    'write with folders',
    'copy to',
    'move to',
  ] as const)('of 6,000 characters is refused: %s', async (name, { client, dir }) => {
    const good = await makeHostile(dir);
    const path = join(good, 'n/'.repeat(3000), 'n');
    await expectRefusal(
      client,
      dir,
      calls[name](path, good),
      /is too long for this file system: use a shorter name$/,
    );
  });

  const illFormed = [
    ['that is empty', '', 'is empty: give a path ("." is the working folder)'],
    ['with a NUL byte', 'a\0b', 'holds a NUL byte: remove it'],
    [
      'with half a character',
      'a\ud83d',
      'holds half a character (a lone surrogate): write the whole character',
    ],
  ] as const;
  it.for(
    illFormed.flatMap(([kind, ...rest]) => allCalls.map(name => [kind, name, ...rest] as const)),
  )('%s names its argument: %s', async ([, name, path, words], { client, dir }) => {
    const good = await makeHostile(dir);
    const argument = { from: 'source', to: 'destination' }[name.split(' ')[1] ?? ''] ?? 'path';
    await expectRefusal(client, dir, calls[name](path, good), `${argument} ${words}`);
  });

  it.for(allCalls)('outside of the roots is refused: %s', async (name, { dir }) => {
    const good = await makeHostile(dir);
    await mkdir(join(dir, 'outside'));
    await writeFile(join(dir, 'outside/file'), 'text\n');
    await symlink('../outside', join(good, 'link'));
    await using client = await connectClient([createFsServer({ roots: [good] })]);
    const argument = { from: 'source', to: 'destination' }[name.split(' ')[1] ?? ''] ?? 'path';
    for (const path of [join(dir, 'outside/file'), join(good, 'link/file')]) {
      const before = await pictureOf(dir);
      const [tool, args] = calls[name](path, good);
      expect(await client.error(tool, args)).toBe(
        `Error: ${argument} ${path} is outside the allowed folders: ${good}`,
      );
      expect(await pictureOf(dir)).toEqual(before);
    }
  });

  it('that is a socket is refused', async ({ client, dir }) => {
    const good = await makeHostile(dir);
    const path = join(good, 'socket');
    const server = createServer();
    server.listen(path);
    await once(server, 'listening');
    try {
      for (const name of ['read', 'edit', 'patch'] as const)
        await expectRefusal(
          client,
          dir,
          calls[name](path, good),
          `${path} is a socket or device, not a regular file: choose another path`,
        );
      await expectRefusal(
        client,
        dir,
        calls.search(path, good),
        `path ${path} is a pipe, socket or device`,
      );
      await expectRefusal(
        client,
        dir,
        calls.write(path, good),
        `${path} is a pipe, socket or device, not a regular file`,
      );
    } finally {
      server.close();
    }
  });
});

describe('half a character', () => {
  const half = 'half a character (the lone surrogate U+D83D)';
  const advice = 'which not even utf-8 can write. Write the whole character.';
  const glob = 'is no glob: give one, such as "*.py"';
  const path = 'PATH';
  it.for([
    ['write_file', { path, content: 'a\n\ud83d' }, `line 2 of content holds ${half}, ${advice}`],
    ['create_file', { path, content: '\ud83d' }, `line 1 of content holds ${half}, ${advice}`],
    [
      'edit_file',
      { path, old_string: '\ud83d', new_string: 'a' },
      `line 1 of old_string holds ${half}, ${advice}`,
    ],
    [
      'edit_file',
      { path, old_string: 'text', new_string: '\ud83d' },
      `line 1 of new_string holds ${half}, ${advice}`,
    ],
    [
      'apply_patch',
      { path, patch: '@@ -1 +1 @@\n-text\n+\ud83d\n' },
      `malformed patch: patch line 3 holds ${half}. ` +
        'UTF-8 cannot store it: write the whole character.',
    ],
    [
      'search_in_files',
      { path, query: '\ud83d' },
      'query holds half a character (a lone surrogate): write the whole character',
    ],
    [
      'search_in_files',
      { path: '.', query: 'x', file_pattern: '\ud83d' },
      `file_pattern "\ufffd" ${glob}`,
    ],
    ['search_in_files', { path: '.', query: 'x', exclude: ['\ud83d'] }, `exclude "\ufffd" ${glob}`],
    ['get_directory_structure', { path: '.', exclude: ['\ud83d'] }, `exclude "\ufffd" ${glob}`],
  ] as const)(
    'is refused by %s, with its argument named: %j',
    async ([tool, args, words], { client, dir }) => {
      const file = join(await makeHostile(dir), 'file');
      const whole = { ...args, path: args.path === path ? file : dir };
      await expectRefusal(client, dir, [tool, whole], words);
    },
  );
});

describe('a file over the size limit', () => {
  it.for(['read', 'edit', 'patch'] as const)('is refused: %s', async (name, { client, dir }) => {
    const path = join(dir, 'large');
    await writeFile(path, 'text\n');
    await truncate(path, 60 * 1_048_576);
    const words = `${path} has 60.0 MB, over the limit of 50 MB (DPTTOOLS_MAX_FILE_SIZE_MB)`;
    await expectRefusal(client, dir, calls[name](path, dir), words);
  });

  it('is skipped by a search, which says so', { timeout: promisedBoundMs }, async ({
    client,
    dir,
  }) => {
    await writeFile(join(dir, 'large'), Buffer.alloc(60 * 1_048_576, 'text and more \n'));
    const { content } = await client.raw('search_in_files', { path: dir, query: 'text' });
    expect(content.map(block => block.text)).toEqual([
      '[]',
      '{"truncated":true,"reason":"files_skipped",' +
        '"files_skipped":{"too_large":1,"unreadable":0,"binary":0}}',
    ]);
  });

  it('can still be copied, moved and deleted', async ({ call, dir }) => {
    await writeFile(join(dir, 'large'), '');
    await truncate(join(dir, 'large'), 60 * 1_048_576);
    await call('copy_file', { source: join(dir, 'large'), destination: join(dir, 'copy') });
    await call('move_file', { source: join(dir, 'copy'), destination: join(dir, 'moved') });
    expect((await stat(join(dir, 'moved'))).size).toBe(60 * 1_048_576);
    await call('delete_file', { path: join(dir, 'moved') });
    expect(await readdir(dir)).toEqual(['large']);
  });
});

describe('a file that is no text', () => {
  const binary = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0xff, 0xfe, 10, 0x80]);

  it('is read with its bytes replaced', async ({ call, dir }) => {
    await writeFile(join(dir, 'a'), binary);
    expect(await call('read_file', { path: join(dir, 'a') })).toBe(
      '\ufffdPNG\r\n\u001a\n\0\ufffd\ufffd\n\ufffd',
    );
  });

  it('is edited byte for byte', async ({ call, dir }) => {
    await writeFile(join(dir, 'a'), binary);
    await call('edit_file', { path: join(dir, 'a'), old_string: 'PNG', new_string: 'png' });
    expect((await readFile(join(dir, 'a'))).toString('latin1')).toBe(
      binary.toString('latin1').replace('PNG', 'png'),
    );
  });

  it('refuses what read_file showed in place of its bytes', async ({ client, dir }) => {
    await writeFile(join(dir, 'a'), binary);
    await expectRefusal(
      client,
      dir,
      ['edit_file', { path: join(dir, 'a'), old_string: '\ufffdPNG', new_string: 'x' }],
      'old_string occurs 0 times. ' +
        'U+FFFD in it stands for bytes that are not UTF-8: leave them out',
    );
  });

  it('refuses a patch of it and shows the bytes as escapes', async ({ client, dir }) => {
    await writeFile(join(dir, 'a'), binary);
    await expectRefusal(
      client,
      dir,
      ['apply_patch', { path: join(dir, 'a'), patch: '@@ -4 +4 @@\n-x\n+y\n' }],
      'the patch does not match current file content: hunk 1 (@@ -4 +4 @@): ' +
        'line 4 should be "x", found "\\x80". ' +
        'The old lines of this hunk occur nowhere: read the file again and make a new patch.',
    );
  });
});

describe('a malformed patch', () => {
  it.for([
    ['', /^Error: malformed patch: it has no hunk\. A hunk looks like this:\n@@ -3,2/],
    [
      'nonsense',
      /^Error: malformed patch: patch line 1, "nonsense", before the first hunk is no p/,
    ],
    ['--- a/x\n+++ b/x\n', /^Error: malformed patch: it has no hunk\. /],
    ['@@ @@\n-text\n+new\n', /^Error: malformed patch: the header of hunk 1 .* lacks line numbers/],
    ['@@ -1 +1,9 @@\n-text\n+new\n', /^Error: malformed patch: hunk 1 .* 1 old and 9 new lines/],
    [
      '@@ -99999999999999999999 +1 @@\n-text\n+new\n',
      /^Error: malformed patch: the header of hunk 1 .* lacks line numbers/,
    ],
    [`${patch}${patch}`, /^Error: malformed patch: hunk 2 .* starts before the hunk above it ends/],
    [
      `--- a/x\n+++ b/x\n${patch}--- a/y\n+++ b/y\n${patch}`,
      /a second file starts on patch line 6/,
    ],
    ['GIT binary patch\nliteral 1\n', /^Error: the patch is binary, .*copy_file or move_file\.$/],
    ['+++ /dev/null', /^Error: the patch deletes the file, .* Use delete_file\.$/],
    ['@@ -1 +1 @@\n-text\n+new\n\0', /^Error: malformed patch: /],
    ['`'.repeat(100_000), /^Error: malformed patch: /],
    [`@@ -1 +1 @@\n${'-text\n'.repeat(100_000)}`, /^Error: malformed patch: hunk 1 .* 100000 old/],
  ] as const)(
    'is refused: %.40j',
    { timeout: promisedBoundMs },
    async ([text, words], { client, dir }) => {
      const path = join(dir, 'file');
      await writeFile(path, 'text\n');
      await expectRefusal(client, dir, ['apply_patch', { path, patch: text }], words);
    },
  );
});

describe('an expression that backtracking engines never finish', () => {
  it.for(['(a+)+$', '(a|aa)+$', '(a*)*b', '([a-z]+)*\\d', '(.*.*.*.*)x'])(
    'is answered: %s',
    { timeout: promisedBoundMs },
    async (query, { call, dir }) => {
      await writeFile(join(dir, 'a'), `${'a'.repeat(50_000)}!\n`);
      const args = { path: dir, query, is_regex: true };
      expect(await call('search_in_files', args)).toBe('[]');
    },
  );
});

describe('a line of 10 MB', { timeout: promisedBoundMs }, () => {
  const line = `${'a'.repeat(5_000_000)}needle${'b'.repeat(5_000_000)}`;

  it('is read up to the output limit, with a notice', async ({ call, dir }) => {
    await writeFile(join(dir, 'a'), line);
    expect(await call('read_file', { path: join(dir, 'a') })).toBe(
      `${'a'.repeat(50_000)}\n[cut after 50000 characters: line 1 alone is longer ` +
        'than that; search_in_files shows the part around a match]',
    );
  });

  it('is found, with the part around the match', async ({ call, dir }) => {
    await writeFile(join(dir, 'a'), line);
    for (const is_regex of [true, false])
      expect(
        JSON.parse(await call('search_in_files', { path: dir, query: 'needle', is_regex })),
      ).toEqual([
        {
          file: `${dir}/a`,
          line: 1,
          content: `...${'a'.repeat(400)}needle${'b'.repeat(1594)}...`,
        },
      ]);
  });

  it('is edited', async ({ call, dir }) => {
    await writeFile(join(dir, 'a'), line);
    const args = { path: join(dir, 'a'), old_string: 'needle', new_string: '' };
    expect(await call('edit_file', args)).toBe(`Edited ${dir}/a at line 1.`);
    expect((await stat(join(dir, 'a'))).size).toBe(10_000_000);
  });

  it('does not stall an edit that finds nothing, nor a patch', async ({ client, dir }) => {
    await writeFile(join(dir, 'a'), line);
    const path = join(dir, 'a');
    await expectRefusal(
      client,
      dir,
      ['edit_file', { path, old_string: 'nowhere', new_string: '' }],
      'old_string occurs 0 times. Search for a line of it with search_in_files',
    );
    await expectRefusal(
      client,
      dir,
      ['apply_patch', { path, patch: '@@ -1 +1 @@\n-x\n+y\n' }],
      'the patch does not match current file content: hunk 1 (@@ -1 +1 @@): ' +
        `line 1 should be "x", found "${'a'.repeat(120)}…". ` +
        'The old lines of this hunk occur nowhere: read the file again and make a new patch.',
    );
  });
});

describe('a name', () => {
  it.for([
    'a\nb',
    ' ',
    '-rf',
    '$(id)',
    '*',
    '[a]',
    '{a,b}',
    '"',
    "'",
    '\\',
    'a:b',
    '🙂',
    'é',
    '...',
  ])('of odd characters works in every tool: %j', async (name, { call, dir }) => {
    const path = join(dir, name);
    await call('create_file', { path, content: 'text\n' });
    await call('write_file', { path, content: 'text two\n' });
    await call('edit_file', { path, old_string: 'two', new_string: '2' });
    await call('apply_patch', { path, patch: '@@ -1 +1 @@\n-text 2\n+text\n' });
    expect(await call('read_file', { path })).toBe('text\n');
    expect(JSON.parse(await call('get_file_metadata', { path })).path).toBe(path);
    expect(JSON.parse(await call('list_directory', { path: dir, include_hidden: true }))).toEqual([
      { name, type: 'file', size: 5 },
    ]);
    for (const place of [dir, path])
      expect(JSON.parse(await call('search_in_files', { path: place, query: 'text' }))).toEqual([
        { file: path, line: 1, content: 'text' },
      ]);
    const tree = await call('get_directory_structure', { path: dir, include_hidden: true });
    expect(tree.split('\n')).toHaveLength(2);
    await call('copy_file', { source: path, destination: `${path}2` });
    await call('move_file', { source: `${path}2`, destination: path });
    await call('delete_file', { path });
    expect(await readdir(dir)).toEqual([]);
  });

  it('of 255 characters works', async ({ call, dir }) => {
    const path = join(dir, 'n'.repeat(255));
    await call('write_file', { path, content: 'text' });
    await call('edit_file', { path, old_string: 'text', new_string: 'new' });
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readdir(dir)).toEqual(['n'.repeat(255)]);
  });
});

it('goes through 200 nested folders', { timeout: promisedBoundMs }, async ({ call, dir }) => {
  const path = join(dir, 'd/'.repeat(200), 'file');
  await call('create_file', { path, content: 'text', create_dirs: true });
  const tree = await call('get_directory_structure', { path: dir, max_depth: 1000 });
  expect(tree.split('\n')).toHaveLength(202);
  expect(JSON.parse(await call('search_in_files', { path: dir, query: 'text' }))).toEqual([
    { file: path, line: 1, content: 'text' },
  ]);
  await call('move_file', { source: join(dir, 'd'), destination: join(dir, 'e') });
  expect(await readFile(join(dir, 'e', 'd/'.repeat(199), 'file'), 'utf8')).toBe('text');
});

/** Runs a task without root's rights; an ordinary user has none to lay down. */
async function asOrdinaryUser(task: () => Promise<void>): Promise<void> {
  if (isRoot) process.seteuid?.(ordinaryUser);
  try {
    await task();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
const ordinaryUser = 65_534;

describe('what its user may not do', () => {
  const denied = 'is not permitted for the server’s user: choose another path, or ask for access';

  /** A folder `good` to work in, and in `closed` what nobody may touch. */
  async function makeClosed(dir: string) {
    const good = await makeHostile(dir);
    const closed = join(dir, 'closed');
    await mkdir(join(closed, 'unreadable'), { recursive: true });
    await mkdir(join(closed, 'unwritable'));
    await mkdir(join(closed, 'unsearchable'));
    await mkdir(join(closed, 'locked'));
    await writeFile(join(closed, 'unwritable/file'), 'text\n');
    await writeFile(join(closed, 'locked/file'), 'text\n');
    await writeFile(join(closed, 'secret'), 'text\n');
    await chmod(dir, 0o755);
    await chmod(good, 0o777);
    if (isRoot) await chown(join(good, 'file'), ordinaryUser, ordinaryUser);
    await chmod(join(closed, 'secret'), 0);
    await chmod(join(closed, 'unreadable'), 0o300);
    await chmod(join(closed, 'unwritable'), 0o555);
    await chmod(join(closed, 'unsearchable'), 0o444);
    await chmod(join(closed, 'locked'), 0o600);
    const reopen = async () => {
      for (const name of ['unreadable', 'unwritable', 'unsearchable', 'locked'])
        await chmod(join(closed, name), 0o755);
    };
    return { good, closed, reopen };
  }

  const unwritable = but('tree', 'list', 'read', 'metadata', 'search', 'copy from');
  const cases: readonly (readonly [string, Call])[] = [
    ...(['read', 'edit', 'patch', 'search', 'copy from'] as const).map(
      name => ['secret', name] as const,
    ),
    ...(['tree', 'list', 'search'] as const).map(name => ['unreadable', name] as const),
    ['unsearchable', 'search'],
    ...allCalls.map(name => ['locked/file', name] as const),
    ...unwritable
      .filter(name => /^(edit|patch|delete|move from)$/.test(name))
      .map(name => ['unwritable/file', name] as const),
    ...unwritable
      .filter(name => /^(create|write)|to$/.test(name))
      .map(name => ['unwritable/new', name] as const),
  ];
  it.for(cases)('is refused for %s: %s', async ([path, name], { client, dir }) => {
    const { good, closed, reopen } = await makeClosed(dir);
    const before = await pictureOf(good);
    const [tool, args] = calls[name](join(closed, path), good);
    try {
      await asOrdinaryUser(async () => {
        const text = await client.error(tool, args);
        expect(text).toMatch(/^Error: /);
        expect(text).toContain(join(closed, path).replace(/\/(file|new)$/, ''));
        expect(text.endsWith(denied)).toBe(true);
        expect(text).not.toContain('.std-tools-');
        expect(await client.call('read_file', { path: join(good, 'file') })).toBe('text\n');
      });
    } finally {
      await reopen();
    }
    expect(await pictureOf(good)).toEqual(before);
    expect(await readFile(join(closed, 'locked/file'), 'utf8')).toBe('text\n');
    expect(await readdir(join(closed, 'unwritable'))).toEqual(['file']);
    expect(await readFile(join(closed, 'unwritable/file'), 'utf8')).toBe('text\n');
  });

  it('is counted in a search of the folder around it', async ({ dir }) => {
    const { closed, reopen } = await makeClosed(dir);
    await writeFile(join(closed, 'open'), 'text\n');
    const program = join(dir, 'rg'); // where an ordinary user surely reaches it
    await copyFile(await ripgrepPath(undefined), program);
    await chmod(program, 0o755);
    await using client = await connectClient([createFsServer({ ripgrepPath: program })]);
    try {
      await asOrdinaryUser(async () => {
        const { content } = await client.raw('search_in_files', { path: closed, query: 'text' });
        expect(JSON.parse(content[0]?.text ?? '')).toEqual([
          { file: `${closed}/open`, line: 1, content: 'text' },
          { file: `${closed}/unwritable/file`, line: 1, content: 'text' },
        ]);
        expect(JSON.parse(content[1]?.text ?? '')).toEqual({
          truncated: true,
          reason: 'files_skipped',
          files_skipped: { too_large: 0, unreadable: 3, binary: 0 },
        });
      });
    } finally {
      await reopen();
    }
  });
});

interface Disk extends AsyncDisposable {
  readonly path: string;
  /** The end of every message about it. */
  readonly words: RegExp;
}

/** A disk of 1 MB; undefined where this user may not mount one. */
async function mountDisk(): Promise<string | undefined> {
  const path = await mkdtemp('/tmp/std-tools-test-disk-');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'std-tools-test', path], {
      stdio: 'ignore',
    });
    return path;
  } catch {
    await rm(path, { recursive: true });
    return undefined;
  }
}

async function unmount(path: string): Promise<void> {
  execFileSync('umount', [path]);
  await rm(path, { recursive: true });
}

const mounted = await mountDisk();
const canMount = mounted !== undefined;
if (mounted !== undefined) await unmount(mounted);

/** A folder on another file system, and a limit of 1 MB for every file of this process. */
async function limitFiles(): Promise<Disk> {
  const path = await mkdtemp('/dev/shm/std-tools-test-');
  const limit = (size: string) =>
    execFileSync('prlimit', ['--pid', `${process.pid}`, `--fsize=${size}:`]);
  const ignore = () => {};
  process.on('SIGXFSZ', ignore); // without a listener the signal ends the process
  limit('1048576');
  return {
    path,
    words: /cannot be written, it would be too large for this system; nothing was changed$/,
    async [Symbol.asyncDispose]() {
      limit('unlimited');
      process.off('SIGXFSZ', ignore);
      await rm(path, { recursive: true });
    },
  };
}

/** A disk that has no room; where mounting is not allowed, a limit of the process stands in. */
async function fullDisk(): Promise<Disk> {
  const path = await mountDisk();
  if (path === undefined) return limitFiles();
  return {
    path,
    words: /cannot be written, the disk is full; nothing was changed: make room first$/,
    [Symbol.asyncDispose]: () => unmount(path),
  };
}

describe.for([
  ['a full disk', fullDisk],
  ['a limit of the system', limitFiles],
] as const)('%s', ([, prepare]) => {
  const tooMuch = 'new '.repeat(300_000);
  const change: Readonly<Record<string, MakeCall>> = {
    write_file: path => ['write_file', { path, content: tooMuch }],
    create_file: path => ['create_file', { path: `${path}-new`, content: tooMuch }],
    edit_file: path => ['edit_file', { path, old_string: 'text', new_string: tooMuch }],
    apply_patch: path => ['apply_patch', { path, patch: `@@ -1 +1 @@\n-text\n+${tooMuch}\n` }],
    copy_file: (path, large) => ['copy_file', { source: large, destination: path }],
    move_file: (path, large) => ['move_file', { source: large, destination: path }],
    'move_file of a folder': (path, large) => [
      'move_file',
      { source: join(large, '..'), destination: `${path}-new` },
    ],
  };
  it.for(Object.keys(change))('leaves everything as it was: %s', async (name, { client, dir }) => {
    const large = join(dir, 'folder/large');
    await mkdir(join(dir, 'folder'));
    await writeFile(large, tooMuch);
    await using disk = await prepare();
    const path = join(disk.path, 'file');
    await writeFile(path, 'text\n');
    const [tool, args] = change[name]?.(path, large) ?? ['', {}];
    const text = await client.error(tool, args);
    expect(text.startsWith(`Error: ${path}`)).toBe(true);
    expect(text).toMatch(disk.words);
    expect(await readdir(disk.path)).toEqual(['file']);
    expect(await readFile(path, 'utf8')).toBe('text\n');
    expect(await readdir(join(dir, 'folder'))).toEqual(['large']);
    expect((await stat(large)).size).toBe(1_200_000);
    expect(await client.call('write_file', { path, content: 'less' })).toBe(
      `Wrote 4 bytes to ${path}.`,
    );
  });
});

/** A disk that cannot be written; where mounting is not allowed, a folder without the right. */
async function readOnlyDisk(
  fill: (path: string) => Promise<void>,
): Promise<Disk & { as: typeof asOrdinaryUser }> {
  const disk = await mountDisk();
  if (disk !== undefined) {
    await fill(disk);
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    return {
      path: disk,
      words: /is on a read-only file system: choose another path$/,
      as: task => task(),
      [Symbol.asyncDispose]: () => unmount(disk),
    };
  }
  const path = await mkdtemp('/dev/shm/std-tools-test-');
  await fill(path);
  for (const name of ['folder', 'file', '.']) await chmod(join(path, name), 0o555);
  return {
    path,
    words: /is not permitted for the server’s user: choose another path, or ask for access$/,
    as: asOrdinaryUser,
    async [Symbol.asyncDispose]() {
      for (const name of ['.', 'folder']) await chmod(join(path, name), 0o755);
      await rm(path, { recursive: true });
    },
  };
}

describe('a read-only file system', () => {
  const change: Readonly<Record<string, MakeCall>> = {
    write_file: path => ['write_file', { path, content: 'new' }],
    'write_file of a new file': path => ['write_file', { path: `${path}-new`, content: '' }],
    create_file: path => ['create_file', { path: `${path}-new`, content: '' }],
    'create_file in a new folder': path => [
      'create_file',
      { path: `${path}-new/deep/file`, content: '', create_dirs: true },
    ],
    edit_file: path => ['edit_file', { path, old_string: 'text', new_string: 'new' }],
    apply_patch: path => ['apply_patch', { path, patch }],
    delete_file: path => ['delete_file', { path }],
    copy_file: (path, good) => ['copy_file', { source: join(good, 'file'), destination: path }],
    'move_file within': path => ['move_file', { source: path, destination: `${path}-new` }],
    'move_file to it': (path, good) => [
      'move_file',
      { source: join(good, 'file'), destination: path },
    ],
    'move_file from it': (path, good) => [
      'move_file',
      { source: path, destination: join(good, 'moved') },
    ],
    // Asked by the real user, which a lowered root still is, so only a real disk refuses it.
    ...((canMount || !isRoot) && {
      'move_file of a folder from it': (path, good) => [
        'move_file',
        { source: join(path, '../folder'), destination: join(good, 'moved') },
      ],
    }),
  };
  it.for(Object.keys(change))('is left as it was: %s', async (name, { client, dir }) => {
    const good = await makeHostile(dir);
    await chmod(dir, 0o755);
    await chmod(good, 0o777);
    await using disk = await readOnlyDisk(async path => {
      await mkdir(join(path, 'folder'));
      await writeFile(join(path, 'file'), 'text\n');
    });
    const before = [await pictureOf(good), await pictureOf(disk.path)];
    await disk.as(async () => {
      const [tool, args] = change[name]?.(join(disk.path, 'file'), good) ?? ['', {}];
      const text = await client.error(tool, args);
      expect(text).toMatch(/^Error: /);
      expect(text).toContain(disk.path);
      expect(text).toMatch(disk.words);
      expect(text).not.toContain('.std-tools-');
      expect(await client.call('read_file', { path: join(disk.path, 'file') })).toBe('text\n');
    });
    expect([await pictureOf(good), await pictureOf(disk.path)]).toEqual(before);
  });
});

describe('roots inside each other', () => {
  it('do not open when a link is moved into the place of the inner one', async ({ dir }) => {
    const [outer, outside] = [join(dir, 'outer'), join(dir, 'outside')];
    await mkdir(join(outer, 'inner'), { recursive: true });
    await mkdir(outside);
    await writeFile(join(outside, 'secret'), 'hush');
    await symlink(outside, join(outer, 'link'));
    const server = createFsServer({ roots: [outer, join(outer, 'inner')] });
    await using client = await connectClient([server]);
    const [inner, link] = [join(outer, 'inner'), join(outer, 'link')];
    await client.call('move_file', { source: inner, destination: join(outer, 'old') });
    await client.call('move_file', { source: link, destination: inner });
    for (const path of [join(inner, 'secret'), join(outside, 'secret')])
      expect(await client.error('read_file', { path })).toBe(
        `Error: path ${path} is outside the allowed folders: ${outer}, ${inner}`,
      );
  });

  it('do not open when a root that is a link is replaced by another link', async ({ dir }) => {
    const [outer, outside] = [join(dir, 'outer'), join(dir, 'outside')];
    await mkdir(join(outer, 'real'), { recursive: true });
    await mkdir(outside);
    await writeFile(join(outside, 'secret'), 'hush');
    await symlink('real', join(outer, 'current'));
    await symlink(outside, join(outer, 'link'));
    const server = createFsServer({ roots: [outer, join(outer, 'current')] });
    await using client = await connectClient([server]);
    const current = join(outer, 'current');
    await client.call('delete_file', { path: current });
    await client.call('move_file', { source: join(outer, 'link'), destination: current });
    expect(await client.error('read_file', { path: join(current, 'secret') })).toMatch(
      /^Error: path .* is outside the allowed folders: /,
    );
  });
});
