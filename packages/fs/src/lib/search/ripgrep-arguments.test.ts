import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Children } from '@std-tools/kit-process';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { fileFilter, ripgrepArguments, type SearchPattern } from './ripgrep-arguments.ts';
import { ripgrepPath } from './ripgrep-path.ts';
import { search } from './search.ts';

const program = await ripgrepPath(undefined);
const plain: SearchPattern = {
  query: 'needle',
  is_regex: false,
  file_pattern: '*',
  exclude: [],
  respect_gitignore: false,
  target: '.',
};

/** Files of these names that all hold "needle", but for `.gitignore`. */
async function filesOf(names: readonly string[], gitignore?: string) {
  const folder = await testFolder();
  for (const name of names) {
    await mkdir(join(folder.path, dirname(name)), { recursive: true });
    await writeFile(join(folder.path, name), 'needle\n');
  }
  if (gitignore !== undefined) await writeFile(join(folder.path, '.gitignore'), gitignore);
  return folder;
}

/** The files that a real ripgrep finds with the arguments and the filter lets pass. */
function found(folder: string, changes: Partial<SearchPattern>): string[] {
  const pattern = { ...plain, ...changes };
  const args = ['--sort=path', '--files-with-matches', ...ripgrepArguments(pattern)];
  const { status, stdout } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  expect([0, 1]).toContain(status); // with and without a match
  const files = stdout.split('\0').filter(name => name !== '');
  return files.map(name => name.replace(/^\.\//, '')).filter(fileFilter(pattern));
}

describe('file_pattern', () => {
  const names = ['a.py', 'b.txt', 'B.TXT', 'src/a.py', 'src/deep/c.py', '.hidden/d.py', '.e.py'];
  it.each([
    ['*', ['.e.py', '.hidden/d.py', 'B.TXT', 'a.py', 'b.txt', 'src/a.py', 'src/deep/c.py']],
    ['**', ['.e.py', '.hidden/d.py', 'B.TXT', 'a.py', 'b.txt', 'src/a.py', 'src/deep/c.py']],
    ['**/*', ['.e.py', '.hidden/d.py', 'B.TXT', 'a.py', 'b.txt', 'src/a.py', 'src/deep/c.py']],
    ['*.py', ['.e.py', '.hidden/d.py', 'a.py', 'src/a.py', 'src/deep/c.py']],
    ['./*.txt', ['b.txt']],
    ['*.txt/', ['b.txt']],
    ['a.py', ['a.py', 'src/a.py']],
    ['src/*.py', ['src/a.py']],
    ['src/**/*.py', ['src/a.py', 'src/deep/c.py']],
    ['**/deep/*', ['src/deep/c.py']],
    ['deep/*', ['src/deep/c.py']],
    ['?.py', ['.hidden/d.py', 'a.py', 'src/a.py', 'src/deep/c.py']],
    ['[ab].*', ['a.py', 'b.txt', 'src/a.py']],
    ['[!a].py', ['.hidden/d.py', 'src/deep/c.py']],
    ['src[!x]*', []],
    ['src', []],
  ])('%s finds what a recursive glob of Python finds', async (file_pattern, wanted) => {
    await using folder = await filesOf(names);
    expect(found(folder.path, { file_pattern })).toEqual(wanted);
  });

  it.each([
    ['{a,b}.txt', '{a,b}.txt'],
    ['!a.txt', '!a.txt'],
    ['#a.txt', '#a.txt'],
    ['[a.txt', '[a.txt'],
    ['back\\slash', 'back\\slash'],
    ['a b ', 'a b '],
    ['a:b', 'a:b'],
    ['a\nb', 'a\nb'],
    ['*}', 'x}'],
    ['größe 🙂.*', 'größe 🙂.txt'],
  ])('takes %j for the name %j', async (file_pattern, name) => {
    await using folder = await filesOf([name, 'a.txt', 'other']);
    expect(found(folder.path, { file_pattern })).toEqual([name]);
    expect(found(folder.path, { file_pattern, respect_gitignore: true })).toEqual([name]);
  });

  it.each([
    ['', 'file_pattern "" is no glob: give one, such as "*.py"'],
    ['./', 'file_pattern "./" is no glob: give one, such as "*.py"'],
    ['a\0', 'file_pattern "a\\u0000" is no glob: give one, such as "*.py"'],
    ['a\ud83d', 'file_pattern "a\ufffd" is no glob: give one, such as "*.py"'],
    ['/a', 'file_pattern "/a" starts with a slash: give a glob relative to path, such as "*.py"'],
    [
      'a'.repeat(1001),
      `file_pattern "${'a'.repeat(50)}…" has 1001 characters, over the limit of 1000`,
    ],
    ['[z-a]', 'file_pattern "[z-a]" has the range z-a that holds nothing: put its lower end first'],
  ])('refuses %.20j', (file_pattern, message) => {
    expect(() => ripgrepArguments({ ...plain, file_pattern })).toThrow(
      expect.objectContaining({ name: 'ToolError', message }),
    );
  });

  it('takes 1,000 characters', async () => {
    await using folder = await filesOf(['a']);
    expect(found(folder.path, { file_pattern: '漢'.repeat(1000) })).toEqual([]);
  });
});

describe('a PDF', () => {
  const names = ['a.pdf', 'a.pdf.txt', 'B.PDF', 'B.PDF.txt', 'c.pdf', 'd.txt'];
  it.each([
    ['*', ['B.PDF.txt', 'a.pdf.txt', 'd.txt']],
    ['*.pdf', ['a.pdf.txt']],
    ['*.PDF', ['B.PDF.txt']],
    ['*.[pP][dD][fF]', ['B.PDF.txt', 'a.pdf.txt']],
    ['a.pdf', ['a.pdf.txt']],
    ['a.*', ['a.pdf.txt']],
    ['*.txt', ['B.PDF.txt', 'a.pdf.txt', 'd.txt']],
  ])('is searched through the text beside it, once, with %s', async (file_pattern, wanted) => {
    await using folder = await filesOf(names);
    expect(found(folder.path, { file_pattern })).toEqual(wanted);
    expect(found(folder.path, { file_pattern, respect_gitignore: true })).toEqual(wanted);
  });
});

describe('exclude', () => {
  const names = ['a.py', 'b.txt', 'src/a.py', 'src/c.txt'];
  it.each([
    [['*.py'], ['b.txt', 'src/c.txt']],
    [['src'], ['a.py', 'b.txt']],
    [['src/*.py'], ['a.py', 'b.txt', 'src/c.txt']],
    [['*.py', 'src/'], ['b.txt']],
    [['!a.py'], ['a.py', 'b.txt', 'src/a.py', 'src/c.txt']],
    [['{a.py,b.txt}'], ['a.py', 'b.txt', 'src/a.py', 'src/c.txt']],
    [[], ['a.py', 'b.txt', 'src/a.py', 'src/c.txt']],
  ])('%j leaves files and folders out', async (exclude, wanted) => {
    await using folder = await filesOf(names);
    expect(found(folder.path, { exclude })).toEqual(wanted);
  });

  it('wins over file_pattern', async () => {
    await using folder = await filesOf(names);
    expect(found(folder.path, { file_pattern: '*.py', exclude: ['src'] })).toEqual(['a.py']);
  });

  it.each([
    [[''], 'exclude "" is no glob: give one, such as "*.py"'],
    [
      ['ok', '/a'],
      'exclude "/a" starts with a slash: give a glob relative to path, such as "*.py"',
    ],
    [Array.from({ length: 101 }, () => 'a'), 'exclude has 101 globs, over the limit of 100'],
  ])('refuses %.40j', (exclude, message) => {
    expect(() => ripgrepArguments({ ...plain, exclude })).toThrow(
      expect.objectContaining({ name: 'ToolError', message }),
    );
  });
});

describe('respect_gitignore', () => {
  const names = ['a.py', 'a.log', 'build/b.py', 'src/c.py', 'src/c.log', '.git/d.py', '.ignore'];

  it('searches ignored files as long as it is not set', async () => {
    await using folder = await filesOf(names, '*.log\nbuild/\n');
    expect(found(folder.path, {})).toEqual([...names].toSorted());
  });

  it.each([
    ['*', ['.ignore', 'a.py', 'src/c.py']],
    ['*.log', []],
    ['*.py', ['a.py', 'src/c.py']],
    ['src/*', ['src/c.py']],
  ])('leaves out ignored files and .git, with file_pattern %s', async (file_pattern, wanted) => {
    await using folder = await filesOf(names, '*.log\nbuild/\n');
    expect(found(folder.path, { file_pattern, respect_gitignore: true })).toEqual(wanted);
  });

  it('heeds no other ignore file', async () => {
    await using folder = await filesOf(['a.py'], '');
    await writeFile(join(folder.path, '.ignore'), '*\n');
    await writeFile(join(folder.path, '.rgignore'), '*\n');
    expect(found(folder.path, { respect_gitignore: true })).toEqual(['a.py']);
  });
});

// ripgrep opens whatever has the name .gitignore, and waits for the other end of a pipe.
it('lets the deadline end a search that meets a pipe', { timeout: 5000 }, async () => {
  await using folder = await filesOf(['a']);
  execFileSync('mkfifo', [join(folder.path, '.gitignore')]);
  using children = new Children(process.env);
  const { stoppedBy } = await search({
    program,
    args: ripgrepArguments({ ...plain, respect_gitignore: true }),
    folder: folder.path,
    shownFolder: '.',
    maxResults: 50,
    maxCharacters: 50_000,
    maxFileBytes: 1_048_576,
    deadlineMs: 1000,
    children,
    signal: new AbortController().signal,
    wants: () => true,
    onProgress: async () => {},
  });
  expect(stoppedBy).toBe('deadline');
});

describe('query', () => {
  it.each([
    ['', 'query is empty: give the text to search for'],
    ['a\0', 'query holds a NUL byte, which no text file does'],
    ['a\nb', 'query holds a line break, but lines are searched one at a time'],
    ['a\r', 'query holds a line break, but lines are searched one at a time'],
    ['\ude42', 'query holds half a character (a lone surrogate): write the whole character'],
    ['a'.repeat(32_769), 'query has 32769 characters, over the limit of 32768'],
  ])('refuses %.20j', (query, message) => {
    for (const is_regex of [true, false])
      expect(() => ripgrepArguments({ ...plain, query, is_regex })).toThrow(
        expect.objectContaining({ name: 'ToolError', message }),
      );
  });

  it('is never taken for an option', async () => {
    await using folder = await filesOf([]);
    await writeFile(join(folder.path, 'a'), '--files -e x\n');
    expect(found(folder.path, { query: '--files' })).toEqual(['a']);
    expect(found(folder.path, { query: '-e x' })).toEqual(['a']);
  });
});

describe('fileFilter', () => {
  it.each([
    ['says yes to all that ripgrep itself decides', 'src/*.py', false, 'b/x.txt', true],
    ['says yes when only a name is given', '*.py', true, 'b/x.txt', true],
    ['knows folders', 'src/*.py', true, 'a/src/x.py', true],
    ['refuses other folders', 'src/*.py', true, 'a/x.py', false],
    ['refuses folders below', 'src/*.py', true, 'src/a/x.py', false],
    ['knows folders of Windows', 'src/*.py', true, 'a\\src\\x.py', true],
    ['knows a colon', 'a:b', true, 'a:b', true],
    ['refuses another character for a colon', 'a:b', true, 'a-b', false],
  ])('%s', (_name, file_pattern, respect_gitignore, file, wanted) => {
    expect(fileFilter({ ...plain, file_pattern, respect_gitignore })(file)).toBe(wanted);
  });
});
