import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClient, serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
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
