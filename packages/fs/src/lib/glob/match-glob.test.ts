import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { escapeGlob } from './escape-glob.ts';
import { matchGlob } from './match-glob.ts';
import { parseGlob } from './parse-glob.ts';

describe('matchGlob', () => {
  it.each([
    ['a', ['a'], ['', 'A', 'b', 'aa', 'a/a', 'b/a']],
    ['*', ['a', '.a', 'ab'], ['a/b']],
    ['a*', ['a', 'ab', 'a*'], ['ba', 'a/b']],
    ['*a*b*', ['ab', 'xaxbx', 'aab'], ['ba', 'a', 'a/b']],
    ['*ab', ['ab', 'aab', 'abab'], ['aba', 'b']],
    ['?', ['a', '?'], ['', 'ab', '/', 'é']],
    ['??', ['ab', 'é'], ['a', 'a/b']],
    ['*é?', ['éa', 'aéb'], ['é', 'ea']],
    ['[abc]', ['a', 'c'], ['d', 'ab', '[abc]']],
    ['[a-c]x', ['ax', 'bx', 'cx'], ['dx', '-x']],
    ['[!a]', ['b', '!', '^'], ['a', '/', 'bb']],
    ['[^a]', ['b', '!', '^'], ['a', '/']],
    ['[a^]', ['a', '^'], ['b']],
    ['[]a]', [']', 'a'], ['b']],
    ['[!]a]', ['b', '['], [']', 'a']],
    ['[a-]', ['a', '-'], ['b']],
    ['[-a]', ['a', '-'], ['b']],
    ['[a-c-e]', ['b', '-', 'e'], ['d']],
    ['[z-a]', [], ['a', 'm', 'z', '-']],
    ['[\\]a]', [']', 'a'], ['\\']],
    ['[a-\\c]', ['b'], ['\\', '-']],
    ['\\*', ['*'], ['a', '\\*']],
    ['\\a', ['a'], ['\\a']],
    ['a\\', [], ['a', 'a\\']],
    ['[', [], ['[']],
    ['[]', [], ['[]', '[', ']']],
    ['a[b', [], ['a[b', 'ab']],
    ['{a,b}', ['{a,b}'], ['a', 'b']],
    ['a/b', ['a/b'], ['a', 'b', 'x/a/b', 'a/b/c', 'a/x/b']],
    ['a/*', ['a/b'], ['a', 'a/b/c']],
    ['**', ['a', 'a/b', '.a/b/c'], []],
    ['**/a', ['a', 'b/a', 'b/c/a'], ['ba', 'a/b']],
    ['a/**', ['a/b', 'a/b/c'], ['a', 'b/a/c']],
    ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['a/bb', 'ab', 'a/x/b/y']],
    ['**/a/**/b/**', ['a/b/c', 'x/a/y/b/z/z'], ['a/b', 'b/a/c']],
    ['**/**/a', ['a', 'b/a'], ['b']],
    ['***/a', ['a', 'b/c/a'], ['ba']],
    ['a**b', ['ab', 'axb'], ['a/b', 'a/x/b']],
    ['a/**b', ['a/b', 'a/xb'], ['a/x/b']],
    ['a//b', [], ['a/b']],
    ['a\\/b', ['a/b'], ['a\\/b']],
    ['[a/b]c', ['ac', 'bc'], ['/c', '[a/b]c']],
    ['[a/b', [], ['[a/b']],
  ])('%s', (glob, matching, others) => {
    const parsed = parseGlob(glob);
    expect(matching.filter(path => !matchGlob(parsed, path))).toEqual([]);
    expect(others.filter(path => matchGlob(parsed, path))).toEqual([]);
  });

  it.each([
    ['stars in a name', `${'*a'.repeat(400)}b`, 'a'.repeat(250)],
    ['folders', `${'**/a/'.repeat(2000)}b`, `${'a/'.repeat(2000)}c`],
    ['stars in folders', `${'**/*a*a*a*b/'.repeat(100)}b`, `${'aaaaaaaaaa/'.repeat(100)}c`],
    ['open brackets', '['.repeat(1_000_000), 'a'],
    ['brackets', '[a]'.repeat(300_000), 'a'.repeat(250)],
    ['a large class', `*[!${'a'.repeat(900_000)}]`, 'a'.repeat(250)],
    ['slashes', '/'.repeat(1_000_000), 'a/b'],
  ])('ends within a second, with many %s', { timeout: 5000 }, (_name, glob, path) => {
    expect(matchGlob(parseGlob(glob), path)).toBe(false);
  });
});

const python = spawnSync('python3', ['--version']).status === 0;
if (!python) console.log('skipped: python3 is not on the PATH');

describe.skipIf(!python)('rglob of Python', () => {
  it('finds the same files with what escapeGlob makes of a pattern', async () => {
    await using folder = await testFolder();
    const names = ['a', 'b', 'ab', 'a.b', '.a', '[a', 'a]', 'b-', '{a}', '!a', '#a', '\\a', 'B'];
    const files = ['', 'a/', 'b/', 'a/b/', 'b/a/', '.h/', '{a}/x/'].flatMap(parent =>
      names.map(name => `${parent}${name}_`),
    );
    for (const file of files) {
      await mkdir(join(folder.path, file, '..'), { recursive: true });
      await writeFile(join(folder.path, file), '');
    }
    const pieces = ['a', 'b', '*', '?', '[ab]', '[!a]', '[', ']', '{a}', '!', '#', '\\', '.', '-'];
    const patterns = ['*_', 'a*', '**/*_', '[]a]_', '[!]a]*', '[\\a]*', '[a-b-]*', './b*', 'a//*'];
    for (const one of pieces)
      for (const other of pieces)
        patterns.push(`${one}${other}_`, `${one}/${other}*`, `**/${one}/*${other}_`, `${one}/**/*`);
    // Two stars beside other text, or at the end, are read otherwise by some versions of Python.
    const plain = patterns.filter(pattern => !/[^/]\*\*|\*\*[^/]|\*\*$/.test(pattern));
    const script =
      'import json, pathlib, sys\n' +
      'top = pathlib.Path(sys.argv[1])\n' +
      'found = lambda p: sorted({f.relative_to(top).as_posix() for f in top.rglob(p)' +
      ' if f.is_file()})\n' +
      'print(json.dumps([found(p) for p in json.load(sys.stdin)]))';
    const input = JSON.stringify(plain);
    const { stdout, stderr } = spawnSync('python3', ['-c', script, folder.path], { input });
    expect(stderr.toString()).toBe('');
    const wanted: unknown = JSON.parse(stdout.toString());
    const found = plain.map(pattern => {
      const glob = parseGlob(`**/${escapeGlob(pattern, 'file_pattern')}`);
      return files.filter(file => matchGlob(glob, file)).toSorted();
    });
    expect(found).toEqual(wanted);
  });
});
