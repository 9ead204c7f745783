import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { IgnoreRules } from '../folder/ignore-rules.ts';
import { ripgrepPath } from '../search/ripgrep-path.ts';
import { checkExclude } from './check-exclude.ts';

const ripgrep = await ripgrepPath(undefined);

describe('checkExclude', () => {
  it.each([
    ['a', 'a'],
    ['a/', 'a/'],
    ['!{a}', '\\!\\{a\\}'],
    ['a[!b]', '**/a[!b/]'],
  ])('makes %j to %j', (glob, line) => {
    expect(checkExclude([glob])).toEqual([line]);
  });

  it('takes 100 globs and no more', () => {
    const globs = Array.from({ length: 100 }, () => 'a');
    expect(checkExclude(globs)).toEqual(globs);
    expect(() => checkExclude([...globs, 'a'])).toThrow(
      expect.objectContaining({
        name: 'ToolError',
        message: 'exclude has 101 globs, over the limit of 100',
      }),
    );
  });

  it('leaves the same files out of a tree and of a search', async () => {
    await using folder = await testFolder();
    const folders = ['', 'a/', 'a/b/', 'b/', 'b/a/', '.c/', 'é/', 'a/b/c/'];
    const names = ['x', 'X', '.x', 'x.y', 'é.y', '{x}', '!x', '#x', '\\', '[x', 'x ', 'x\t'];
    const files = folders.flatMap(parent => names.map(name => `${parent}${name}`));
    for (const file of files) {
      await mkdir(join(folder.path, file, '..'), { recursive: true });
      await writeFile(join(folder.path, file), '');
    }
    const pieces = ['a', 'x', '*', '**', '?', '[ax]', '[!a]', '*é*', '***'];
    const globs = [
      ...names,
      ...pieces,
      '{x,a}',
      '[\\]',
      '[]x]',
      'x*\t',
      './x',
      'a//b',
      '*\\*',
      'a[!b]*',
      'a[^]]x',
      'a[!-]x',
      'a[!b-]x',
    ];
    for (const one of pieces)
      for (const other of pieces)
        globs.push(`${one}/${other}`, `${one}${other}`, `${one}/${other}/`, `**/${one}/${other}`);
    for (const glob of globs) {
      const [escaped = ''] = checkExclude([glob]);
      const args = ['--files', '--no-config', '--no-ignore', '--hidden', '--null'];
      const { stdout } = spawnSync(ripgrep, [...args, `--glob=!${escaped}`], { cwd: folder.path });
      const kept = stdout.toString().split('\0').slice(0, -1);
      const rules = await IgnoreRules.create('/top', { exclude: [glob], respectGitignore: false });
      const isKept = (file: string) =>
        file.split('/').every((_, at, all) => {
          const path = join('/top', ...all.slice(0, at + 1));
          return !rules.ignores(path, at + 1 < all.length);
        });
      expect(files.filter(isKept).toSorted(), glob).toEqual(kept.toSorted());
    }
  });
});
