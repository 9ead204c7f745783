import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClient, serverTest } from '@std-tools/testing';
import { describe, expect } from 'vitest';
import { createFsServer } from '../server.ts';

const it = serverTest(() => createFsServer());

/** Makes a folder `top` with these files, and folders where a name ends in a slash. */
async function make(dir: string, ...names: readonly string[]): Promise<string> {
  const top = join(dir, 'top');
  for (const name of names) {
    await mkdir(join(top, name, name.endsWith('/') ? '.' : '..'), { recursive: true });
    if (!name.endsWith('/')) await writeFile(join(top, name), '');
  }
  return top;
}

it('draws a folder as a tree, folders first', async ({ call, dir }) => {
  const path = await make(dir, 'src/lib/a.ts', 'src/index.ts', 'test/', 'README.md');
  expect(await call('get_directory_structure', { path })).toBe(
    [
      'top/',
      '├── src/',
      '│   ├── lib/',
      '│   │   └── a.ts',
      '│   └── index.ts',
      '├── test/',
      '└── README.md',
    ].join('\n'),
  );
});

it('draws an empty folder as its name', async ({ call, dir }) => {
  const path = await make(dir, './');
  expect(await call('get_directory_structure', { path })).toBe('top/');
});

it('goes three levels deep by default', async ({ call, dir }) => {
  const path = await make(dir, 'a/b/c/d/e');
  expect(await call('get_directory_structure', { path })).toBe(
    'top/\n└── a/\n    └── b/\n        └── c/',
  );
});

it('goes as deep as max_depth says', async ({ call, dir }) => {
  const path = await make(dir, 'a/b/c/d/e');
  expect(await call('get_directory_structure', { path, max_depth: 1 })).toBe('top/\n└── a/');
  expect(await call('get_directory_structure', { path, max_depth: 5 })).toBe(
    'top/\n└── a/\n    └── b/\n        └── c/\n            └── d/\n                └── e',
  );
});

it('names the bound of max_depth', async ({ error, dir }) => {
  expect(await error('get_directory_structure', { path: dir, max_depth: 0 })).toBe(
    'Error: max_depth must be 1 or more, got 0',
  );
});

it('leaves out hidden names unless asked', async ({ call, dir }) => {
  const path = await make(dir, '.git/config', '.env', 'a');
  expect(await call('get_directory_structure', { path })).toBe('top/\n└── a');
  expect(await call('get_directory_structure', { path, include_hidden: true })).toBe(
    'top/\n├── .git/\n│   └── config\n├── .env\n└── a',
  );
});

it('leaves out what exclude names', async ({ call, dir }) => {
  const path = await make(dir, 'node_modules/x/y', 'src/a.js', 'src/a.ts');
  const exclude = ['node_modules', '*.js'];
  expect(await call('get_directory_structure', { path, exclude })).toBe(
    'top/\n└── src/\n    └── a.ts',
  );
});

it('leaves out what .gitignore files name, when asked', async ({ call, dir }) => {
  const path = await make(dir, 'dist/a', 'src/a.log', 'src/b', '.git/HEAD');
  await writeFile(join(path, '.gitignore'), 'dist/\n');
  await writeFile(join(path, 'src/.gitignore'), '*.log\n');
  const args = { path, respect_gitignore: true };
  expect(await call('get_directory_structure', args)).toBe('top/\n└── src/\n    └── b');
  expect(await call('get_directory_structure', { ...args, include_hidden: true })).toBe(
    'top/\n├── src/\n│   ├── .gitignore\n│   └── b\n└── .gitignore',
  );
});

it('names the glob of exclude that is at fault', async ({ error, dir }) => {
  const exclude = ['a', '/b'];
  expect(await error('get_directory_structure', { path: dir, exclude })).toBe(
    'Error: exclude "/b" starts with a slash: give a glob relative to path, such as "*.py"',
  );
});

/** Five times the second in which hostile globs and files must be done with. */
const timeout = 5000;

it('is quick with globs that take regular expressions for ever', { timeout }, async ({
  call,
  dir,
}) => {
  const path = await make(dir, 'a/'.repeat(40));
  const exclude = [`${'**/a/'.repeat(10)}b`, `${'*a'.repeat(400)}b`];
  const drawn = await call('get_directory_structure', { path, exclude, max_depth: 50 });
  expect(drawn.split('\n')).toHaveLength(41);
});

describe('a .gitignore', () => {
  const make60Mb = async (path: string) => {
    await writeFile(path, 'a\n');
    await truncate(path, 60 * 1_048_576);
  };
  it.for<[string, (path: string) => unknown]>([
    ['is a pipe', path => execFileSync('mkfifo', [path])],
    ['is a link to an endless device', path => symlink('/dev/zero', path)],
    ['is a link to a file', path => symlink('../rules', path)],
    ['has 60 MB', make60Mb],
    ['is a folder', path => mkdir(path)],
    ['is a link to itself', path => symlink('.gitignore', path)],
  ])('that %s has no rules', { timeout }, async ([, create], { call, dir }) => {
    await writeFile(join(dir, 'rules'), 'a\n');
    const path = await make(dir, 'a', 'folder/a');
    await create(join(path, '.gitignore'));
    await create(join(path, 'folder/.gitignore'));
    expect(await call('get_directory_structure', { path, respect_gitignore: true })).toBe(
      'top/\n├── folder/\n│   └── a\n└── a',
    );
  });

  it('of 1 MB is heeded', { timeout }, async ({ call, dir }) => {
    const path = await make(dir, 'a', 'b');
    await writeFile(join(path, '.gitignore'), `${'#'.repeat(1_048_574)}\na`);
    const args = { path, respect_gitignore: true };
    expect(await call('get_directory_structure', args)).toBe('top/\n└── b');
    await writeFile(join(path, '.gitignore'), `${'#'.repeat(1_048_575)}\na`);
    expect(await call('get_directory_structure', args)).toBe('top/\n├── a\n└── b');
  });

  it('of more than 10,000 rules is heeded up to there', { timeout }, async ({ call, dir }) => {
    const path = await make(dir, 'a', 'b');
    await writeFile(join(path, '.gitignore'), `${'x\n'.repeat(9999)}a\nb\n`);
    expect(await call('get_directory_structure', { path, respect_gitignore: true })).toBe(
      'top/\n└── b',
    );
  });

  it('full of hard rules lets a call be cancelled', { timeout }, async ({ client, dir }) => {
    const names = Array.from({ length: 500 }, (_, at) => `${'a'.repeat(200)}${at}`);
    const path = await make(dir, './', ...names);
    await writeFile(join(path, '.gitignore'), `${'*a'.repeat(50)}b\n`.repeat(9000));
    const args = { path, respect_gitignore: true };
    const signal = AbortSignal.timeout(200);
    await expect(client.raw('get_directory_structure', args, { signal })).rejects.toThrow();
    expect(await client.call('list_directory', { path: dir })).toMatch(/^\[\{"name":"top"/);
  });
});

it('shows a link to a folder without entering it', async ({ call, dir }) => {
  const path = await make(dir, 'a/b');
  await symlink('..', join(path, 'a/loop'));
  expect(await call('get_directory_structure', { path, max_depth: 9 })).toBe(
    'top/\n└── a/\n    ├── loop/\n    └── b',
  );
});

it('enters a link given as the path, under its own name', async ({ call, dir }) => {
  await make(dir, 'a');
  await symlink('top', join(dir, 'link'));
  expect(await call('get_directory_structure', { path: join(dir, 'link') })).toBe('link/\n└── a');
});

it('draws the whole of a long listing', async ({ call, dir }) => {
  const names = Array.from({ length: 3000 }, (_, at) => `${'n'.repeat(20)}${10_000 + at}`);
  const path = await make(dir, './');
  await Promise.all(names.map(name => writeFile(join(path, name), '')));
  const lines = (await call('get_directory_structure', { path })).split('\n');
  expect(lines.slice(1).map(line => line.slice(4))).toEqual(names);
});

it('draws the real folder under its own name when confined', async ({ dir }) => {
  const path = await make(dir, 'a');
  await symlink('top', join(dir, 'link'));
  await using client = await connectClient([createFsServer({ roots: [dir] })]);
  expect(await client.call('get_directory_structure', { path: join(dir, 'link') })).toBe(
    'top/\n└── a',
  );
  expect(await client.call('get_directory_structure', { path })).toBe('top/\n└── a');
});

it('says of a file that it is no folder', async ({ error, dir }) => {
  const path = join(await make(dir, 'a'), 'a');
  expect(await error('get_directory_structure', { path })).toBe(
    `Error: ${path} is not a folder: get_file_metadata tells about a single file`,
  );
});
