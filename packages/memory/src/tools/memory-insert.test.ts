import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createMemoryServer } from '../server.ts';

const it = serverTest(dir => createMemoryServer({ memoryDir: dir }));

it.for([
  [0, 'x', 'x\na\nb\n', 'line 1'],
  [1, 'x\ny', 'a\nx\ny\nb\n', 'lines 2 to 3'],
  [2, 'x\n', 'a\nb\nx\n', 'line 3'],
] as const)(
  'inserts after line %i',
  async ([insert_line, insert_text, result, lines], { call, dir }) => {
    await writeFile(join(dir, 'a.md'), 'a\nb\n');
    expect(await call('memory_insert', { path: 'a.md', insert_line, insert_text })).toBe(
      `Inserted ${lines} into /a.md.`,
    );
    expect(await readFile(join(dir, 'a.md'), 'utf8')).toBe(result);
  },
);

it('names the range of lines, and changes nothing', async ({ error, dir }) => {
  await writeFile(join(dir, 'a.md'), 'a\nb\n');
  expect(await error('memory_insert', { path: 'a.md', insert_line: 3, insert_text: 'x' })).toBe(
    'Error: insert_line is 3, and /a.md has 2 lines: give a number in [0, 2]',
  );
  expect(await readFile(join(dir, 'a.md'), 'utf8')).toBe('a\nb\n');
});

it('refuses a file that does not exist', async ({ error }) => {
  expect(await error('memory_insert', { path: 'a', insert_line: 0, insert_text: 'x' })).toBe(
    'Error: /a does not exist: memory_view of a folder shows what is there',
  );
});
