import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createMemoryServer } from '../server.ts';

const it = serverTest(dir => createMemoryServer({ memoryDir: dir }));

it('replaces a text and tells the line', async ({ call, dir }) => {
  await writeFile(join(dir, 'a.md'), 'one\ntwo\nthree\n');
  expect(await call('memory_str_replace', { path: 'a.md', old_str: 'two', new_str: '$& 2' })).toBe(
    'Edited /a.md at line 2.',
  );
  expect(await readFile(join(dir, 'a.md'), 'utf8')).toBe('one\n$& 2\nthree\n');
});

it('names the lines of a text that occurs twice, and changes nothing', async ({ error, dir }) => {
  await writeFile(join(dir, 'a.md'), 'x\ny\nx\n');
  expect(await error('memory_str_replace', { path: '/a.md', old_str: 'x', new_str: 'z' })).toBe(
    'Error: old_str occurs 2 times in /a.md, at lines 1, 3: add text around it until it is unique',
  );
  expect(await readFile(join(dir, 'a.md'), 'utf8')).toBe('x\ny\nx\n');
});

it('takes LF for CRLF in a CRLF file', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), 'a\r\nb\r\n');
  await call('memory_str_replace', { path: 'a', old_str: 'a\nb', new_str: 'c\nd' });
  expect(await readFile(join(dir, 'a'), 'utf8')).toBe('c\r\nd\r\n');
});

it('keeps a byte-order mark', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), '\uFEFFa');
  await call('memory_str_replace', { path: 'a', old_str: 'a', new_str: 'b' });
  expect(await readFile(join(dir, 'a'), 'utf8')).toBe('\uFEFFb');
});

it('changes the target of a link, which stays', async ({ call, dir }) => {
  await writeFile(join(dir, 'a'), 'a');
  await symlink('a', join(dir, 'link'));
  await call('memory_str_replace', { path: 'link', old_str: 'a', new_str: 'b' });
  expect(await readFile(join(dir, 'a'), 'utf8')).toBe('b');
});

it('refuses a file that is not UTF-8, and leaves its bytes', async ({ error, dir }) => {
  const bytes = Buffer.from([0x61, 0xff]);
  await writeFile(join(dir, 'a'), bytes);
  expect(await error('memory_str_replace', { path: 'a', old_str: 'a', new_str: 'b' })).toBe(
    'Error: /a is not UTF-8 text, so it cannot be edited: nothing was changed',
  );
  expect(await readFile(join(dir, 'a'))).toEqual(bytes);
});

it('refuses what is no file', async ({ error }) => {
  expect(await error('memory_str_replace', { path: 'a', old_str: 'a', new_str: 'b' })).toBe(
    'Error: /a does not exist: memory_view of a folder shows what is there',
  );
  expect(await error('memory_str_replace', { path: '/', old_str: 'a', new_str: 'b' })).toBe(
    'Error: / is a folder: give the path of a file',
  );
});
