import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { IgnoreRules } from './ignore-rules.ts';

/** A folder with `.gitignore` files of these texts, by folder. */
async function repository(gitignores: Readonly<Record<string, string>>) {
  const folder = await testFolder();
  const at = (...names: string[]) => join(folder.path, ...names);
  for (const [name, text] of Object.entries(gitignores)) {
    await mkdir(at(name), { recursive: true });
    await writeFile(at(name, '.gitignore'), text);
  }
  return { at, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe('given patterns', () => {
  it.each([
    ['node_modules', 'node_modules', true, true],
    ['node_modules', 'a/node_modules', true, true],
    ['node_modules', 'node_modules', false, true],
    ['node_modules/', 'node_modules', false, false],
    ['node_modules/', 'node_modules', true, true],
    ['*.log', 'a/b.log', false, true],
    ['*.log', 'a/b.txt', false, false],
    ['a/*.log', 'a/b.log', false, true],
    ['a/*.log', 'c/a/b.log', false, false],
    ['**/a/*.log', 'c/a/b.log', false, true],
    ['./a', 'b/a', false, true],
    ['*.LOG', 'a.log', false, false],
    ['*.{js,ts}', 'a.js', false, false],
    ['*.{js,ts}', 'a.{js,ts}', false, true],
    ['#a', '#a', false, true],
    ['!a', '!a', false, true],
    ['!a', 'a', false, false],
    ['\\#a', '\\#a', false, true],
    ['[', '[', false, true],
    ['a ', 'a ', false, true],
  ])('%j about %s (folder: %s) gives %s', async (pattern, path, isFolder, ignored) => {
    const rules = await IgnoreRules.create('/top', { exclude: [pattern], respectGitignore: false });
    expect(rules.ignores(join('/top', path), isFolder)).toBe(ignored);
  });

  it('are all heeded', async () => {
    const exclude = ['*.log', 'b'];
    const rules = await IgnoreRules.create('/top', { exclude, respectGitignore: false });
    expect(rules.ignores('/top/a.log', false)).toBe(true);
    expect(rules.ignores('/top/b', false)).toBe(true);
    expect(rules.ignores('/top/c', false)).toBe(false);
  });

  it('are checked', async () => {
    const creating = IgnoreRules.create('/top', { exclude: ['/a'], respectGitignore: false });
    await expect(creating).rejects.toThrow('exclude "/a" starts with a slash');
  });

  it('ignore nothing when there is none', async () => {
    const rules = await IgnoreRules.create('/top', { exclude: [], respectGitignore: false });
    expect(rules.ignores('/top/.git', true)).toBe(false);
    expect(rules.ignores('/top/a', false)).toBe(false);
  });
});

describe('.gitignore files', () => {
  it('do not count unless asked', async () => {
    await using repo = await repository({ '.': '*.log\n' });
    const rules = await IgnoreRules.create(repo.at(), { exclude: [], respectGitignore: false });
    expect(rules.ignores(repo.at('a.log'), false)).toBe(false);
  });

  it('count in the folder of the walk, with the folder .git', async () => {
    await using repo = await repository({ '.': '# comment\n*.log\n/build/\n\n!keep.log\n' });
    const rules = await IgnoreRules.create(repo.at(), { exclude: [], respectGitignore: true });
    expect(rules.ignores(repo.at('a.log'), false)).toBe(true);
    expect(rules.ignores(repo.at('keep.log'), false)).toBe(false);
    expect(rules.ignores(repo.at('build'), true)).toBe(true);
    expect(rules.ignores(repo.at('build'), false)).toBe(false);
    expect(rules.ignores(repo.at('.git'), true)).toBe(true);
    expect(rules.ignores(repo.at('.gitignore'), false)).toBe(false);
  });

  it('count in the folders that the walk enters, relative to them', async () => {
    await using repo = await repository({ '.': '*.log\n', a: '/x\n!b.log\n' });
    const top = await IgnoreRules.create(repo.at(), { exclude: [], respectGitignore: true });
    const inner = await top.enter(repo.at('a'));
    expect(inner.ignores(repo.at('a/x'), false)).toBe(true);
    expect(inner.ignores(repo.at('a/c/x'), false)).toBe(false);
    expect(inner.ignores(repo.at('a/b.log'), false)).toBe(false);
    expect(inner.ignores(repo.at('a/c.log'), false)).toBe(true);
    expect(top.ignores(repo.at('x'), false)).toBe(false);
  });

  it('count above the walk up to the top of the repository', async () => {
    await using repo = await repository({ '.': '*.far\n', repo: '*.near\n', 'repo/a/b': '' });
    await mkdir(repo.at('repo/.git'));
    const folder = repo.at('repo/a/b');
    const rules = await IgnoreRules.create(folder, { exclude: [], respectGitignore: true });
    expect(rules.ignores(join(folder, 'x.near'), false)).toBe(true);
    expect(rules.ignores(join(folder, 'x.far'), false)).toBe(false);
  });

  it('do not count above the walk outside of a repository', async () => {
    await using repo = await repository({ '.': '*.log\n', a: '' });
    const rules = await IgnoreRules.create(repo.at('a'), { exclude: [], respectGitignore: true });
    expect(rules.ignores(repo.at('a/b.log'), false)).toBe(false);
  });

  it('cannot bring back what a given pattern leaves out', async () => {
    await using repo = await repository({ '.': '!a.log\n' });
    const exclude = ['*.log'];
    const rules = await IgnoreRules.create(repo.at(), { exclude, respectGitignore: true });
    expect(rules.ignores(repo.at('a.log'), false)).toBe(true);
  });
});
