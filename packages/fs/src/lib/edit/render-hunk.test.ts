import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { findEncoding } from '../encoding/find-encoding.ts';
import { applyUnifiedDiff } from '../patch/apply-unified-diff.ts';
import { renderHunk } from './render-hunk.ts';
import { replaceOnce } from './replace-once.ts';

const utf8 = await findEncoding('utf-8');
const hasGit = spawnSync('git', ['--version']).status === 0;
if (!hasGit) console.log('skipped: git is not on the PATH');

async function render(
  file: string,
  oldText: string,
  newText: string,
  most = 50_000,
  path = 'file',
) {
  const before = Buffer.from(file);
  const replacement = await replaceOnce(before, oldText, newText, utf8);
  return { patch: renderHunk(path, before, replacement, most), after: replacement.bytes };
}

const header = '--- a/file\n+++ b/file\n';
const marker = '\\ No newline at end of file\n';
const nine = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';

describe('renderHunk', () => {
  it.each([
    [
      'a line with its context',
      nine,
      '5',
      'x',
      '@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n',
    ],
    ['the first line', nine, '1', 'x', '@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n'],
    ['the last line', nine, '9', 'x', '@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+x\n'],
    [
      'a last line without newline',
      'a\nb',
      'b',
      'x',
      `@@ -1,2 +1,2 @@\n a\n-b\n${marker}+x\n${marker}`,
    ],
    ['a newline added at the end', 'a', 'a', 'a\n', `@@ -1,1 +1,1 @@\n-a\n${marker}+a\n`],
    [
      'a newline removed at the end',
      'a\nb\n',
      'b\n',
      'b',
      `@@ -1,2 +1,2 @@\n a\n-b\n+b\n${marker}`,
    ],
    ['context without newline', 'a\nb', 'a', 'x', `@@ -1,2 +1,2 @@\n-a\n+x\n b\n${marker}`],
    ['lines put in', nine, '5\n', '5\nx\ny\n', '@@ -3,6 +3,8 @@\n 3\n 4\n 5\n+x\n+y\n 6\n 7\n 8\n'],
    ['lines put in before', nine, '1\n', 'x\n1\n', '@@ -1,3 +1,4 @@\n+x\n 1\n 2\n 3\n'],
    ['a line put in at the end', 'a\n', 'a\n', 'a\nb\n', '@@ -1,1 +1,2 @@\n a\n+b\n'],
    ['an unended line put in', 'a\n', 'a\n', 'a\nb', `@@ -1,1 +1,2 @@\n a\n+b\n${marker}`],
    [
      'lines put in after an unended one',
      'a',
      'a',
      'a\nb',
      `@@ -1,1 +1,2 @@\n-a\n${marker}+a\n+b\n${marker}`,
    ],
    ['lines taken out', nine, '5\n6\n', '', '@@ -2,8 +2,6 @@\n 2\n 3\n 4\n-5\n-6\n 7\n 8\n 9\n'],
    ['an unended line taken out', 'a\nb', 'b', '', `@@ -1,2 +1,1 @@\n a\n-b\n${marker}`],
    [
      'the last newline taken out with its line',
      'a\nb',
      '\nb',
      '',
      `@@ -1,2 +1,1 @@\n-a\n-b\n${marker}+a\n${marker}`,
    ],
    ['lines joined', 'a\nb\nc\n', 'a\nb', 'ab', '@@ -1,3 +1,2 @@\n-a\n-b\n+ab\n c\n'],
    ['a line joined to the next', 'a\nb\nc\n', 'a\n', 'x', '@@ -1,3 +1,2 @@\n-a\n-b\n+xb\n c\n'],
    ['a line split', 'ab\nc\n', 'ab', 'a\nb', '@@ -1,2 +1,3 @@\n-ab\n+a\n+b\n c\n'],
    [
      'a split that keeps a line',
      'a\nbc\n',
      'a\nb',
      'a\nb\n',
      '@@ -1,2 +1,3 @@\n a\n-bc\n+b\n+c\n',
    ],
    ['the whole file', 'a\nb\n', 'a\nb\n', 'x\n', '@@ -1,2 +1,1 @@\n-a\n-b\n+x\n'],
    [
      'the whole unended file',
      'a\nb',
      'a\nb',
      'x',
      `@@ -1,2 +1,1 @@\n-a\n-b\n${marker}+x\n${marker}`,
    ],
    ['a file made empty', 'a\nb\n', 'a\nb\n', '', '@@ -1,2 +0,0 @@\n-a\n-b\n'],
    ['CRLF', 'a\r\nb\r\nc\r\n', 'b', 'x\ny', '@@ -1,3 +1,4 @@\n a\r\n-b\r\n+x\r\n+y\r\n c\r\n'],
    [
      'an unended CRLF file',
      'a\r\nb',
      'b',
      'x',
      `@@ -1,2 +1,2 @@\n a\r\n-b\n${marker}+x\n${marker}`,
    ],
    [
      'a lone carriage return and U+2028',
      'a\rb\u2028c\n',
      'c',
      'x',
      '@@ -1,1 +1,1 @@\n-a\rb\u2028c\n+a\rb\u2028x\n',
    ],
    [
      'only lines that differ',
      nine,
      '3\n4\n5\n6',
      '3\nx\n5\n6',
      '@@ -1,7 +1,7 @@\n 1\n 2\n 3\n-4\n+x\n 5\n 6\n 7\n',
    ],
    ['a repeated line', 'a\na\nb\n', 'a\na\n', 'a\na\na\n', '@@ -1,3 +1,4 @@\n a\n a\n+a\n b\n'],
    ['half of a character', '🙂\n', '🙂', '🙃', '@@ -1,1 +1,1 @@\n-🙂\n+🙃\n'],
    ['empty lines', '\n\n\nx\n', 'x', 'y', '@@ -1,4 +1,4 @@\n \n \n \n-x\n+y\n'],
    ['empty lines put in', 'a\nb\n', 'a\n', 'a\n\n\n', '@@ -1,2 +1,4 @@\n a\n+\n+\n b\n'],
    ['a byte order mark', '\ufeffa\n', 'a', 'b', '@@ -1,1 +1,1 @@\n-\ufeffa\n+\ufeffb\n'],
  ])('shows %s', async (_name, file, oldText, newText, hunk) => {
    const { patch, after } = await render(file, oldText, newText);
    expect(patch).toBe(header + hunk);
    expect(applyUnifiedDiff(Buffer.from(file), patch)).toMatchObject({ content: after, notes: [] });
    if (hasGit) expect(await applyWithGit(file, patch)).toBe(after.toString());
  });

  it.each([
    ['folder/file', 'folder/file'],
    ['/folder/file', 'folder/file'],
    ['//file', 'file'],
  ])('names %s in its header', async (path, shown) => {
    const { patch } = await render('a', 'a', 'b', 50_000, path);
    expect(patch).toMatch(new RegExp(`^--- a/${shown}\n\\+\\+\\+ b/${shown}\n@@`));
  });

  it('shows bytes that are not UTF-8 as U+FFFD', async () => {
    const before = Buffer.from('a\xff\n', 'latin1');
    const replacement = await replaceOnce(before, 'a', 'b', utf8);
    expect(renderHunk('file', before, replacement, 1000)).toBe(
      `${header}@@ -1,1 +1,1 @@\n-a\ufffd\n+b\ufffd\n`,
    );
  });

  it('counts thousands of lines', async () => {
    const [one, two] = ['a\n'.repeat(3000), 'b\n'.repeat(4000)];
    const { patch, after } = await render(`1\n${one}2`, one, two);
    expect(patch).toMatch(/\n@@ -1,3002 \+1,4002 @@\n 1\n-a\n/);
    expect(applyUnifiedDiff(Buffer.from(`1\n${one}2`), patch).content).toEqual(after);
  });

  it('is whole at exactly the limit', async () => {
    const patch = `${header}@@ -1,1 +1,1 @@\n-🙂\n+🙃\n`;
    const length = [...patch].length;
    expect(await render('🙂\n', '🙂', '🙃', length)).toMatchObject({ patch });
    expect(await render('🙂\n', '🙂', '🙃', length - 2)).toMatchObject({
      patch: `${patch.slice(0, -3)}\n[cut after ${length - 2} characters]`,
    });
  });

  it.each([0, 1, 2, 3, 4, 100])('is cut after whole characters, %i of a line', async count => {
    const shown = `${header}@@ -1,1 +1,1 @@\n-x`;
    const most = shown.length + count;
    expect(await render(`x${'🙂'.repeat(1000)}a\n`, 'a', 'b', most)).toMatchObject({
      patch: `${shown}${'🙂'.repeat(count)}\n[cut after ${most} characters]`,
    });
  });
});

async function applyWithGit(file: string, patch: string): Promise<string> {
  await using folder = await testFolder();
  const path = join(folder.path, 'file');
  await writeFile(path, file);
  const args = ['apply', '--whitespace=nowarn', '-'];
  const { status, stderr } = spawnSync('git', args, { cwd: folder.path, input: patch });
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
  return readFile(path, 'utf8');
}
