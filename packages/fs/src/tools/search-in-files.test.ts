import { chmod, mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connectClient, serverTest } from '@std-tools/testing';
import { describe, expect } from 'vitest';
import { createFsServer } from '../server.ts';

const it = serverTest(() => createFsServer());

async function make(dir: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), content);
  }
}

it('returns an array of {file, line, content}, by file and line', async ({ call, dir }) => {
  await make(dir, { 'b.txt': 'one\nneedle two\n', 'a/c.txt': 'needle\nx\n  needle\n' });
  expect(await call('search_in_files', { path: dir, query: 'needle' })).toBe(
    `[{"file":"${dir}/a/c.txt","line":1,"content":"needle"},` +
      `{"file":"${dir}/a/c.txt","line":3,"content":"  needle"},` +
      `{"file":"${dir}/b.txt","line":2,"content":"needle two"}]`,
  );
});

it('returns an empty array when nothing matches', async ({ client, dir }) => {
  await make(dir, { a: 'text\n' });
  const { content } = await client.raw('search_in_files', { path: dir, query: 'needle' });
  expect(content).toEqual([{ type: 'text', text: '[]' }]);
});

it('takes the query as plain text, with its case', async ({ call, dir }) => {
  await make(dir, { a: 'f(x)\nF(x)\nfx\n' });
  expect(JSON.parse(await call('search_in_files', { path: dir, query: 'f(x)' }))).toEqual([
    { file: `${dir}/a`, line: 1, content: 'f(x)' },
  ]);
});

it('takes the query as a regular expression when asked', async ({ call, dir }) => {
  await make(dir, { 'a.py': 'def fs_server():\n', 'b.py': 'server()\n', 'c.js': 'def x_server\n' });
  const args = { path: dir, query: 'def \\w+_server', file_pattern: '*.py', is_regex: true };
  expect(JSON.parse(await call('search_in_files', args))).toEqual([
    { file: `${dir}/a.py`, line: 1, content: 'def fs_server():' },
  ]);
});

it('names files below the path as it was given', async ({ call, dir }) => {
  await make(dir, { 'sub/a': 'needle\n' });
  const before = process.cwd();
  process.chdir(dir);
  try {
    const files = async (path: string) =>
      JSON.parse(await call('search_in_files', { path, query: 'needle' })).map(
        ({ file }: { file: string }) => file,
      );
    expect(await files('.')).toEqual(['sub/a']);
    expect(await files('sub')).toEqual(['sub/a']);
    expect(await files('./sub/')).toEqual(['sub/a']);
    expect(await files('sub/a')).toEqual(['sub/a']);
  } finally {
    process.chdir(before);
  }
});

it('searches hidden and ignored files', async ({ call, dir }) => {
  await make(dir, { '.gitignore': 'dist\n', '.env': 'needle\n', 'dist/a': 'needle\n' });
  const rows = JSON.parse(await call('search_in_files', { path: dir, query: 'needle' }));
  expect(rows.map(({ file }: { file: string }) => file)).toEqual([`${dir}/.env`, `${dir}/dist/a`]);
});

it('leaves out what .gitignore files name, when asked', async ({ call, dir }) => {
  await make(dir, { '.gitignore': 'dist\n', '.env': 'needle\n', 'dist/a': 'needle\n' });
  const args = { path: dir, query: 'needle', respect_gitignore: true };
  const rows = JSON.parse(await call('search_in_files', args));
  expect(rows.map(({ file }: { file: string }) => file)).toEqual([`${dir}/.env`]);
});

it('leaves out what exclude names', async ({ call, dir }) => {
  await make(dir, { 'node_modules/a': 'needle\n', 'b.min.js': 'needle\n', c: 'needle\n' });
  const exclude = ['node_modules', '*.min.js'];
  expect(
    JSON.parse(await call('search_in_files', { path: dir, query: 'needle', exclude })),
  ).toEqual([{ file: `${dir}/c`, line: 1, content: 'needle' }]);
});

it('follows no link to a folder', async ({ call, dir }) => {
  await make(dir, { 'out/a': 'needle\n', 'in/b': 'needle\n' });
  await symlink('../out', join(dir, 'in/link'));
  await symlink('.', join(dir, 'in/loop'));
  const rows = JSON.parse(await call('search_in_files', { path: `${dir}/in`, query: 'needle' }));
  expect(rows).toEqual([{ file: `${dir}/in/b`, line: 1, content: 'needle' }]);
});

describe('a single file as path', () => {
  it('is searched whatever file_pattern says', async ({ call, dir }) => {
    await make(dir, { 'a.txt': 'x\nneedle\n', 'b.txt': 'needle\n' });
    const args = { path: join(dir, 'a.txt'), query: 'needle', file_pattern: '*.py' };
    expect(JSON.parse(await call('search_in_files', args))).toEqual([
      { file: `${dir}/a.txt`, line: 2, content: 'needle' },
    ]);
  });

  it('may be a link', async ({ call, dir }) => {
    await make(dir, { a: 'needle\n' });
    await symlink('a', join(dir, 'link'));
    const args = { path: join(dir, 'link'), query: 'needle' };
    expect(JSON.parse(await call('search_in_files', args))).toEqual([
      { file: `${dir}/link`, line: 1, content: 'needle' },
    ]);
  });

  it('may be a PDF with its text beside it', async ({ call, dir }) => {
    await make(dir, { 'a.PDF': 'needle', 'a.PDF.txt': 'needle here\n' });
    const args = { path: join(dir, 'a.PDF'), query: 'needle' };
    expect(JSON.parse(await call('search_in_files', args))).toEqual([
      { file: `${dir}/a.PDF.txt`, line: 1, content: 'needle here' },
    ]);
  });

  it('is refused as a PDF without text beside it', async ({ error, dir }) => {
    await make(dir, { 'a.pdf': 'needle' });
    const path = join(dir, 'a.pdf');
    expect(await error('search_in_files', { path, query: 'needle' })).toBe(
      `Error: path ${path} is a PDF without a.pdf.txt beside it: use read_pdf, if available`,
    );
  });
});

describe('a PDF in a folder', () => {
  it('is searched through its companion, which is named once', async ({ call, dir }) => {
    await make(dir, { 'a.pdf': 'needle\n', 'a.pdf.txt': 'needle\n', 'b.pdf': 'needle\n' });
    for (const file_pattern of ['*', '*.pdf', 'a.pdf', '*.txt']) {
      const args = { path: dir, query: 'needle', file_pattern };
      expect(JSON.parse(await call('search_in_files', args))).toEqual([
        { file: `${dir}/a.pdf.txt`, line: 1, content: 'needle' },
      ]);
    }
  });
});

describe('roots', () => {
  it('confine the search', async ({ dir }) => {
    await make(dir, { 'in/a': 'needle\n', 'out/b': 'needle\n' });
    await using client = await connectClient([createFsServer({ roots: [join(dir, 'in')] })]);
    const path = join(dir, 'out');
    expect(await client.error('search_in_files', { path, query: 'needle' })).toBe(
      `Error: path ${path} is outside the allowed folders: ${dir}/in`,
    );
  });

  it('confine the companion of a PDF', async ({ dir }) => {
    await make(dir, { 'in/a.pdf': '', secret: 'needle\n' });
    await symlink('../secret', join(dir, 'in/a.pdf.txt'));
    await using client = await connectClient([createFsServer({ roots: [join(dir, 'in')] })]);
    const args = { path: join(dir, 'in/a.pdf'), query: 'needle' };
    expect(await client.error('search_in_files', args)).toBe(
      `Error: path ${dir}/in/a.pdf.txt is outside the allowed folders: ${dir}/in`,
    );
    expect(await client.call('search_in_files', { path: join(dir, 'in'), query: 'needle' })).toBe(
      '[]',
    );
  });
});

describe('a result that is not complete', () => {
  const note = (reason: string, skipped: object = {}) => ({
    type: 'text',
    text: JSON.stringify({
      truncated: true,
      reason,
      files_skipped: { too_large: 0, unreadable: 0, binary: 0, ...skipped },
    }),
  });
  const many = 'needle\n'.repeat(60);

  it('says so after 50 rows by default', async ({ client, dir }) => {
    await make(dir, { a: many });
    const { content } = await client.raw('search_in_files', { path: dir, query: 'needle' });
    expect(JSON.parse(content[0]?.text ?? '')).toHaveLength(50);
    expect(content.slice(1)).toEqual([note('max_results')]);
  });

  it('stops at max_results', async ({ client, dir }) => {
    await make(dir, { a: many });
    const args = { path: dir, query: 'needle', max_results: 2 };
    const { content } = await client.raw('search_in_files', args);
    expect(JSON.parse(content[0]?.text ?? '')).toEqual([
      { file: `${dir}/a`, line: 1, content: 'needle' },
      { file: `${dir}/a`, line: 2, content: 'needle' },
    ]);
    expect(content.slice(1)).toEqual([note('max_results')]);
  });

  it('has no second block when max_results is just enough', async ({ client, dir }) => {
    await make(dir, { a: many });
    const args = { path: dir, query: 'needle', max_results: 60 };
    expect((await client.raw('search_in_files', args)).content).toHaveLength(1);
  });

  it('drops whole rows over the output limit and stays JSON', async ({ dir }) => {
    await using client = await connectClient([createFsServer({ outputLimit: 500 })]);
    await make(dir, { a: many });
    const { content } = await client.raw('search_in_files', { path: dir, query: 'needle' });
    const text = content[0]?.text ?? '';
    const row = JSON.stringify({ file: `${dir}/a`, line: 10, content: 'needle' });
    expect(text.length).toBeLessThanOrEqual(500);
    expect(text.length).toBeGreaterThan(500 - row.length - 1);
    expect(JSON.parse(text).at(-1)).toMatchObject({ file: `${dir}/a`, content: 'needle' });
    expect(content.slice(1)).toEqual([note('output_limit')]);
  });

  it('counts files over the size limit', async ({ dir }) => {
    await using client = await connectClient([createFsServer({ maxFileSizeMb: 1 })]);
    await make(dir, { a: 'needle\n', large: `needle\n${'x\n'.repeat(600_000)}` });
    const { content } = await client.raw('search_in_files', { path: dir, query: 'needle' });
    expect(JSON.parse(content[0]?.text ?? '')).toEqual([
      { file: `${dir}/a`, line: 1, content: 'needle' },
    ]);
    expect(content.slice(1)).toEqual([note('files_skipped', { too_large: 1 })]);
  });

  it('counts files whose search a NUL byte stopped', async ({ client, dir }) => {
    await make(dir, { log: `needle\n${'x\n'.repeat(50_000)}\0needle\n` });
    const { content } = await client.raw('search_in_files', { path: dir, query: 'needle' });
    expect(JSON.parse(content[0]?.text ?? '')).toEqual([
      { file: `${dir}/log`, line: 1, content: 'needle' },
    ]);
    expect(content.slice(1)).toEqual([note('files_skipped', { binary: 1 })]);
  });

  it('says nothing about binary files without a match', async ({ client, dir }) => {
    await make(dir, { a: Buffer.from([0, 1, 2]), b: 'needle\n' });
    const { content } = await client.raw('search_in_files', { path: dir, query: 'needle' });
    expect(content).toHaveLength(1);
  });
});

describe('ripgrepPath', () => {
  it('names another program', async ({ dir }) => {
    await make(dir, {
      'tree/a': 'text\n',
      rg: '#!/bin/sh\nprintf "./a\\0001\\0001\\0000\\0mine\\n"',
    });
    await chmod(join(dir, 'rg'), 0o755);
    const env = { RIPGREP_PATH: join(dir, 'rg') };
    await using client = await connectClient([createFsServer()], { env });
    expect(await client.call('search_in_files', { path: join(dir, 'tree'), query: 'x' })).toBe(
      `[{"file":"${dir}/tree/a","line":1,"content":"mine"}]`,
    );
  });

  it.each(['/no/such/rg', '/etc/passwd', '/tmp'])('is a fault at the start as %s', async path => {
    await expect(connectClient([createFsServer({ ripgrepPath: path })])).rejects.toThrow(
      `RIPGREP_PATH names "${path}", which is not a program`,
    );
  });

  it('is named when it cannot be started', async ({ dir }) => {
    const program = join(dir, 'rg');
    await writeFile(program, '#!/no/such/shell\n', { mode: 0o755 });
    await using client = await connectClient([createFsServer({ ripgrepPath: program })]);
    expect(await client.error('search_in_files', { path: dir, query: 'x' })).toBe(
      `Error: ripgrep cannot be started (${program}): spawn ${program} ENOENT`,
    );
  });
});

it('names the bound of max_results', async ({ error, dir }) => {
  for (const max_results of [0, -1])
    expect(await error('search_in_files', { path: dir, query: 'x', max_results })).toBe(
      `Error: max_results must be 1 or more, got ${max_results}`,
    );
});

it('says what an expression may not use', async ({ error, dir }) => {
  const args = { path: dir, query: '(?=x)', is_regex: true };
  expect(await error('search_in_files', args)).toBe(
    'Error: query uses look-around or back-references, which the syntax (that of Rust) does not ' +
      'have: search for the plain part and filter the lines yourself',
  );
});

it('skips a sparse file of 60 MB within the promised second', async ({ call, dir }) => {
  await make(dir, { a: 'needle\n', large: '' });
  await truncate(join(dir, 'large'), 60 * 1_048_576);
  expect(JSON.parse(await call('search_in_files', { path: dir, query: 'needle' }))).toEqual([
    { file: `${dir}/a`, line: 1, content: 'needle' },
  ]);
}, 5000);
