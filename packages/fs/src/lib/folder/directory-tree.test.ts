import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { directoryTree, type TreeOptions } from './directory-tree.ts';
import { IgnoreRules } from './ignore-rules.ts';

/** A folder `top` with these files, and folders where a name ends in a slash. */
async function treeOf(...names: readonly string[]) {
  const folder = await testFolder();
  const top = join(folder.path, 'top');
  await mkdir(top);
  for (const name of names)
    if (name.endsWith('/')) await mkdir(join(top, name), { recursive: true });
    else await writeFile(join(top, name), '');
  const draw = async ({
    exclude = [],
    ...options
  }: Partial<TreeOptions> & { readonly exclude?: readonly string[] } = {}) =>
    directoryTree(top, {
      maxDepth: 9,
      includeHidden: false,
      rules: await IgnoreRules.create(top, { exclude, respectGitignore: false }),
      signal: new AbortController().signal,
      ...options,
    });
  return { top, draw, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe('directoryTree', () => {
  it('draws folders first, each level indented', async () => {
    await using tree = await treeOf('b/', 'b/c/', 'b/c/d', 'b/e', 'z/', 'z/y', 'a');
    expect(await tree.draw()).toBe(
      `
top/
├── b/
│   ├── c/
│   │   └── d
│   └── e
├── z/
│   └── y
└── a`.slice(1),
    );
  });

  it('draws an empty folder as its name', async () => {
    await using tree = await treeOf();
    expect(await tree.draw()).toBe('top/');
  });

  it.each([
    [1, 'top/\n└── a/'],
    [2, 'top/\n└── a/\n    └── b/'],
    [3, 'top/\n└── a/\n    └── b/\n        └── c'],
    [1_000_000, 'top/\n└── a/\n    └── b/\n        └── c'],
  ])('draws %i levels', async (maxDepth, drawn) => {
    await using tree = await treeOf('a/', 'a/b/', 'a/b/c');
    expect(await tree.draw({ maxDepth })).toBe(drawn);
  });

  it('leaves out hidden names with all below unless asked', async () => {
    await using tree = await treeOf('.a/', '.a/b', '.c', 'd');
    expect(await tree.draw()).toBe('top/\n└── d');
    expect(await tree.draw({ includeHidden: true })).toBe(
      'top/\n├── .a/\n│   └── b\n├── .c\n└── d',
    );
  });

  it('leaves out what is excluded, and closes the branch above it', async () => {
    await using tree = await treeOf('a/', 'a/x', 'b', 'x/', 'x/y');
    expect(await tree.draw({ exclude: ['x'] })).toBe('top/\n├── a/\n└── b');
    expect(await tree.draw({ exclude: ['b', 'a/'] })).toBe('top/\n└── x/\n    └── y');
  });

  it('shows links to folders and does not enter them, so a loop ends', async () => {
    await using tree = await treeOf('a/', 'a/b');
    await symlink('..', join(tree.top, 'a/up'));
    await symlink('a', join(tree.top, 'link'));
    await symlink('nowhere', join(tree.top, 'broken'));
    expect(await tree.draw()).toBe('top/\n├── a/\n│   ├── up/\n│   └── b\n├── link/\n└── broken');
  });

  it('draws a name with a line break on one line', async () => {
    await using tree = await treeOf('a\n└── b', 'tab\t', 'esc\u001b[31m');
    expect(await tree.draw()).toBe('top/\n├── a\\n└── b\n├── esc\\u001b[31m\n└── tab\\t');
  });

  it('draws 200 levels', async () => {
    await using tree = await treeOf('d/'.repeat(200));
    const lines = (await tree.draw({ maxDepth: 500 })).split('\n');
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toBe(`${' '.repeat(199 * 4)}└── d/`);
  });

  it('marks a folder that it cannot read and goes on', async () => {
    await using tree = await treeOf('closed/', 'closed/x', 'open/', 'open/y');
    const isRoot = process.getuid?.() === 0;
    for (const path of ['..', '.', 'open']) await chmod(join(tree.top, path), 0o755);
    await chmod(join(tree.top, 'closed'), 0o000);
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect(await tree.draw()).toBe(
        'top/\n├── closed/\n│   └── [not readable]\n└── open/\n    └── y',
      );
    } finally {
      if (isRoot) process.seteuid?.(0);
      await chmod(join(tree.top, 'closed'), 0o755);
    }
  });

  it('marks a folder whose path is longer than the system allows', async () => {
    await using tree = await treeOf();
    const name = 'n'.repeat(200);
    const start = process.cwd();
    process.chdir(tree.top);
    for (let level = 0; level < 25; level += 1) {
      await mkdir(name);
      process.chdir(name);
    }
    process.chdir(start);
    const lines = (await tree.draw({ maxDepth: 100 })).split('\n');
    execFileSync('rm', ['-r', join(tree.top, name)]); // Node's own rm does not get that far
    expect(lines.at(-1)).toMatch(/^ +└── \[not readable\]$/);
    expect(lines.length).toBeGreaterThan(20);
  });

  it('stops inside the last folder and says so', async () => {
    await using tree = await treeOf('a/', 'a/b', 'a/c');
    expect(await tree.draw({ maxEntries: 2 })).toBe(
      'top/\n└── a/\n    ├── b\n[stopped after 2 entries: lower max_depth or exclude more]',
    );
  });

  it.each([
    [4, 'top/\n├── a/\n│   └── b\n├── c\n└── d'],
    [
      3,
      'top/\n├── a/\n│   └── b\n├── c\n[stopped after 3 entries: lower max_depth or exclude more]',
    ],
    [1, 'top/\n├── a/\n[stopped after 1 entries: lower max_depth or exclude more]'],
  ])('stops after %i entries and says so', async (maxEntries, drawn) => {
    await using tree = await treeOf('a/', 'a/b', 'c', 'd');
    expect(await tree.draw({ maxEntries })).toBe(drawn);
  });

  it('ends when its call is cancelled', async () => {
    await using tree = await treeOf('a/');
    const drawing = tree.draw({ signal: AbortSignal.abort(new Error('cancelled')) });
    await expect(drawing).rejects.toThrow('cancelled');
  });

  it('names the top of the file system', async () => {
    const rules = await IgnoreRules.create('/', { exclude: ['*'], respectGitignore: false });
    const { signal } = new AbortController();
    const drawn = await directoryTree('/', { maxDepth: 1, includeHidden: false, rules, signal });
    expect(drawn).toBe('//');
  });

  it.each(['missing', 'file', 'file/below'])('fails on %s', async name => {
    await using tree = await treeOf('file');
    const path = join(tree.top, name);
    const rules = await IgnoreRules.create(path, { exclude: [], respectGitignore: false });
    const { signal } = new AbortController();
    const drawing = directoryTree(path, { maxDepth: 1, includeHidden: false, rules, signal });
    await expect(drawing).rejects.toThrow(basename(name));
  });
});
