// Long, as each way in which ripgrep can end or complain has its case.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Children } from '@std-tools/kit-process';
import { processGroup, testFolder } from '@std-tools/testing';
import { describe, expect, it, vi } from 'vitest';
import { fileFilter, ripgrepArguments, type SearchPattern } from './ripgrep-arguments.ts';
import { ripgrepPath } from './ripgrep-path.ts';
import { search, type SearchOptions } from './search.ts';

const ripgrep = await ripgrepPath(undefined);

/** A folder with these files, and a search in it for "needle". */
async function searchIn(files: Readonly<Record<string, string | Buffer>>) {
  const folder = await testFolder();
  const children = new Children(process.env);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder.path, name, '..'), { recursive: true });
    await writeFile(join(folder.path, name), content);
  }
  const run = (pattern: Partial<SearchPattern> = {}, options: Partial<SearchOptions> = {}) => {
    const whole: SearchPattern = {
      query: 'needle',
      is_regex: false,
      file_pattern: '*',
      exclude: [],
      respect_gitignore: false,
      target: '.',
      ...pattern,
    };
    return search({
      program: ripgrep,
      args: ripgrepArguments(whole),
      folder: folder.path,
      shownFolder: '.',
      maxResults: 50,
      maxCharacters: 50_000,
      maxFileBytes: 1_048_576,
      deadlineMs: 30_000,
      children,
      signal: new AbortController().signal,
      wants: fileFilter(whole),
      onProgress: async () => {},
      ...options,
    });
  };
  /** Runs a shell script in ripgrep's place. */
  const runScript = async (script: string, options: Partial<SearchOptions> = {}) => {
    const program = join(folder.path, 'rg');
    await writeFile(program, `#!/bin/sh\n${script}\n`);
    await chmod(program, 0o755);
    return run({}, { program, ...options });
  };
  return {
    path: folder.path,
    run,
    runScript,
    async [Symbol.asyncDispose]() {
      children[Symbol.dispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const complete = { stoppedBy: undefined, skipped: { too_large: 0, unreadable: 0, binary: 0 } };

describe('search', () => {
  it('gives rows by file and line', async () => {
    await using files = await searchIn({
      'b.txt': 'needle 1\n\nneedle 3\n',
      'a/c.txt': 'x needle\r\n',
      none: 'nothing\n',
    });
    expect(await files.run()).toEqual({
      rows: [
        { file: 'a/c.txt', line: 1, content: 'x needle' },
        { file: 'b.txt', line: 1, content: 'needle 1' },
        { file: 'b.txt', line: 3, content: 'needle 3' },
      ],
      ...complete,
    });
  });

  it('gives no row for no match', async () => {
    await using files = await searchIn({ a: 'nothing\n' });
    expect(await files.run()).toEqual({ rows: [], ...complete });
  });

  it('names the folder as it was shown', async () => {
    await using files = await searchIn({ 'a/b': 'needle\n' });
    const { rows } = await files.run({}, { shownFolder: '../place' });
    expect(rows.map(({ file }) => file)).toEqual(['../place/a/b']);
  });

  it('searches one file, although ripgrep would then leave out its name', async () => {
    await using files = await searchIn({ a: 'needle\n', b: 'needle\n' });
    expect(await files.run({ target: './a' })).toEqual({
      rows: [{ file: 'a', line: 1, content: 'needle' }],
      ...complete,
    });
  });

  it('heeds no configuration of the user', async () => {
    await using files = await searchIn({ a: 'needle\n', b: 'NEEDLE\n' });
    await writeFile(join(files.path, 'config'), '--ignore-case\n');
    const script = `RIPGREP_CONFIG_PATH=config exec ${ripgrep} "$@"`;
    const { rows } = await files.runScript(script);
    expect(rows.map(({ file }) => file)).toEqual(['a']);
  });

  it('leaves out files that are not wanted', async () => {
    await using files = await searchIn({ a: 'needle\n', b: 'needle\n' });
    const { rows } = await files.run({}, { wants: file => file === 'b' });
    expect(rows.map(({ file }) => file)).toEqual(['b']);
  });

  it.each([
    ['UTF-16 with a mark', Buffer.from('\ufeffone\nneedle ü\n', 'utf16le'), 2, 'needle ü'],
    ['latin-1', Buffer.from('nädle needle\n', 'latin1'), 1, 'n\ufffddle needle'],
    ['a mark of UTF-8', Buffer.from('\ufeffneedle\n'), 1, 'needle'],
    ['no newline at the end', Buffer.from('a\nneedle'), 2, 'needle'],
  ])('reads %s', async (_name, content, line, shown) => {
    await using files = await searchIn({ file: content });
    expect((await files.run()).rows).toEqual([{ file: 'file', line, content: shown }]);
  });

  it.each([
    ['^', ['one', 'two', '']],
    ['$', ['one', 'two', '']],
    ['o$', ['two']],
    ['^t', ['two']],
    ['\\bone\\b', ['one']],
    ['(?i)ONE', ['one']],
    ['(?P<name>w)o', ['two']],
    ['[[:alpha:]]{3}', ['one', 'two']],
  ])('finds what %s matches', async (query, lines) => {
    await using files = await searchIn({ file: 'one\r\ntwo\r\n\r\n' });
    const { rows } = await files.run({ query, is_regex: true });
    expect(rows.map(({ content }) => content)).toEqual(lines);
  });

  it('finds an empty match at the end of a last line without newline', async () => {
    await using files = await searchIn({ file: 'one\n7:two' });
    const { rows } = await files.run({ query: '$', is_regex: true });
    expect(rows.map(({ content }) => content)).toEqual(['one', '7:two']);
  });
});

describe('a limit', () => {
  const many = 'needle\n'.repeat(20);

  it.each([1, 19])('of %i rows stops the search', async maxResults => {
    await using files = await searchIn({ a: many });
    const { rows, stoppedBy } = await files.run({}, { maxResults });
    expect(rows).toHaveLength(maxResults);
    expect(stoppedBy).toBe('max_results');
  });

  it('of exactly the rows there are stops nothing', async () => {
    await using files = await searchIn({ a: many });
    const { rows, stoppedBy } = await files.run({}, { maxResults: 20 });
    expect(rows).toHaveLength(20);
    expect(stoppedBy).toBeUndefined();
  });

  it('of characters holds for the rows as JSON, names included', async () => {
    await using files = await searchIn({ a: many });
    const { rows } = await files.run({}, { maxResults: 3, shownFolder: 'a/long/name' });
    const size = JSON.stringify(rows).length;
    const limited = (maxCharacters: number) =>
      files.run({}, { maxResults: 3, shownFolder: 'a/long/name', maxCharacters });
    expect((await limited(size)).rows).toHaveLength(3);
    const { rows: fewer, stoppedBy } = await limited(size - 1);
    expect(fewer).toHaveLength(2);
    expect(stoppedBy).toBe('output_limit');
  });

  it('of the file size skips a file with a match, and counts it once', async () => {
    await using files = await searchIn({ large: many.repeat(10), small: 'needle\n' });
    const { rows, skipped } = await files.run({}, { maxFileBytes: 1000 });
    expect(rows.map(({ file }) => file)).toEqual(['small']);
    expect(skipped).toEqual({ too_large: 1, unreadable: 0, binary: 0 });
  });
});

describe('what cannot be searched', () => {
  const late = Buffer.concat([
    Buffer.from(`needle\n${'x\n'.repeat(50_000)}`),
    Buffer.from([0]),
    Buffer.from('needle\n'),
  ]);

  it('is counted when a NUL byte stops the search after a match', async () => {
    await using files = await searchIn({ 'a\nb': late, c: late, d: 'needle\n' });
    const { rows, skipped } = await files.run();
    expect(rows.map(({ file, line }) => `${file} ${line}`)).toEqual(['a\nb 1', 'c 1', 'd 1']);
    expect(skipped).toEqual({ too_large: 0, unreadable: 0, binary: 2 });
  });

  it('is counted for a single file, too', async () => {
    await using files = await searchIn({ a: late });
    const { rows, skipped } = await files.run({ target: './a' });
    expect(rows.map(({ line }) => line)).toEqual([1]);
    expect(skipped).toEqual({ too_large: 0, unreadable: 0, binary: 1 });
  });

  it('is counted when ripgrep complains, however its words are split', async () => {
    await using files = await searchIn({});
    const { rows, skipped } = await files.runScript(
      'yes "rg: ./file: Permission denied (os error 13)" | head -n 5000 >&2; exit 2',
    );
    expect(rows).toEqual([]);
    expect(skipped).toEqual({ too_large: 0, unreadable: 5000, binary: 0 });
  });

  it('is counted for a missing file', async () => {
    await using files = await searchIn({});
    expect((await files.run({ target: './none' })).skipped.unreadable).toBe(1);
  });
});

describe('a fault', () => {
  const invalid = 'query is not a valid regular expression (Rust syntax): ';
  const missing =
    'query uses look-around or back-references, which the syntax (that of Rust) does not have: ' +
    'search for the plain part and filter the lines yourself';
  it.each([
    ['(', `${invalid}unclosed group`],
    ['[a', `${invalid}unclosed character class`],
    ['\\Z', `${invalid}unrecognized escape sequence`],
    ['a{2,1}', `${invalid}invalid repetition count range, the start must be <= the end`],
    ['*', `${invalid}repetition operator missing expression`],
    ['a\\nb', `${invalid}the literal "\\n" is not allowed in a regex`],
    ['\\x00', `${invalid}pattern contains "\\0" but it is impossible to match`],
    ['x{99999999}', `${invalid}compiled regex exceeds size limit of 104857600`],
    ['(?=a)', missing],
    ['(?<=a)b', missing],
    ['(?!a)', missing],
    ['(a)\\1', missing],
  ])('in the expression %s is explained', async (query, message) => {
    await using files = await searchIn({ a: 'a\n' });
    await expect(files.run({ query, is_regex: true })).rejects.toMatchObject({
      name: 'ToolError',
      message,
    });
  });

  it.each([
    ['kill -9 $$', 'the search failed: ripgrep ended with SIGKILL; try a smaller folder'],
    ['exit 101', 'the search failed: ripgrep ended with 101; try a smaller folder'],
    ['echo "rg: unrecognized flag" >&2; exit 2', 'the search failed: unrecognized flag'],
  ])('of ripgrep itself never passes for an empty result: %s', async (script, message) => {
    await using files = await searchIn({});
    await expect(files.runScript(script)).rejects.toMatchObject({ name: 'ToolError', message });
  });

  it('at the start names the program', async () => {
    await using files = await searchIn({});
    await expect(files.run({}, { program: '/no/such/rg' })).rejects.toMatchObject({
      name: 'ToolError',
      message: 'ripgrep cannot be started (/no/such/rg): spawn /no/such/rg ENOENT',
    });
  });
});

describe('a search that does not end', () => {
  const endless = "printf './a\\0001\\0001\\0000\\0needle\\n'; echo $$ > pid; sleep 600";

  it('is stopped at the deadline with the rows so far', async () => {
    await using files = await searchIn({ a: 'needle\n' });
    const start = performance.now();
    const { rows, stoppedBy } = await files.runScript(endless, { deadlineMs: 400 });
    expect(performance.now() - start).toBeLessThan(2000);
    expect(rows).toEqual([{ file: 'a', line: 1, content: 'needle' }]);
    expect(stoppedBy).toBe('deadline');
  });

  it('tells of its rows every second, and leaves no process when it is cancelled', async () => {
    await using files = await searchIn({ a: 'needle\n' });
    const cancel = new AbortController();
    const told: number[] = [];
    const searching = files.runScript(endless, {
      signal: cancel.signal,
      onProgress: async rows => {
        told.push(rows);
        cancel.abort(new Error('cancelled'));
      },
    });
    await expect(searching).rejects.toThrow('cancelled');
    expect(told[0]).toBe(1);
    const group = Number(await readFile(join(files.path, 'pid'), 'utf8'));
    await vi.waitFor(() => {
      expect(processGroup(group)).toEqual([]);
    });
  });

  it('is not started when its call was cancelled before', async () => {
    await using files = await searchIn({});
    const signal = AbortSignal.abort(new Error('cancelled'));
    await expect(files.run({}, { signal })).rejects.toThrow('cancelled');
  });
});

describe('a hostile file', () => {
  it('cannot make an expression run long', async () => {
    await using files = await searchIn({ a: `${'a'.repeat(100_000)}b\n` });
    const start = performance.now();
    expect(await files.run({ query: '(a+)+$', is_regex: true })).toEqual({ rows: [], ...complete });
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('of one line of 10 MB gives the part around the match', async () => {
    const content = `${'a'.repeat(5_000_000)}needle${'b'.repeat(5_000_000)}`;
    await using files = await searchIn({ a: content });
    const { rows } = await files.run({}, { maxFileBytes: 20_000_000 });
    expect(rows).toEqual([
      { file: 'a', line: 1, content: `...${'a'.repeat(400)}needle${'b'.repeat(1594)}...` },
    ]);
  });
});
