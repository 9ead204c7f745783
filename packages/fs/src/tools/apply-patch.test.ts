import {
  chmod,
  chown,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { serverTest } from '@std-tools/testing';
import { describe, expect } from 'vitest';
import { createFsServer } from '../server.ts';

const it = serverTest(() => createFsServer());
const isRoot = process.getuid?.() === 0;

async function write(dir: string, content: string | Buffer): Promise<string> {
  const path = join(dir, 'file');
  await writeFile(path, content);
  return path;
}

it('applies the patch of the documentation', async ({ call, dir }) => {
  const path = await write(dir, '[server]\nport = 8000\nhost = 127.0.0.1\n');
  const patch =
    '--- a/config.ini\n+++ b/config.ini\n@@ -1,3 +1,3 @@\n' +
    ' [server]\n-port = 8000\n+port = 8080\n host = 127.0.0.1\n';
  expect(await call('apply_patch', { path, patch })).toBe(`Applied 1 hunk to ${path}.`);
  expect(await readFile(path, 'utf8')).toBe('[server]\nport = 8080\nhost = 127.0.0.1\n');
});

it('tells the number of hunks', async ({ call, dir }) => {
  const path = await write(dir, 'a\nb\nc\n');
  const patch = '@@ -1 +1 @@\n-a\n+A\n@@ -3 +3 @@\n-c\n+C\n';
  expect(await call('apply_patch', { path, patch })).toBe(`Applied 2 hunks to ${path}.`);
  expect(await readFile(path, 'utf8')).toBe('A\nb\nC\n');
});

it('tells what it had to adapt', async ({ call, dir }) => {
  const path = await write(dir, 'a\n');
  const patch = '```diff\n@@ -1 +1 @@\n-a\n+A\n```\n';
  expect(await call('apply_patch', { path, patch })).toBe(
    `Applied 1 hunk to ${path}.\nthe Markdown code fence around the patch was removed`,
  );
});

it('applies all hunks or none', async ({ error, dir }) => {
  const path = await write(dir, 'a\nb\nc\n');
  const patch = '@@ -1 +1 @@\n-a\n+A\n@@ -3 +3 @@\n-x\n+C\n';
  expect(await error('apply_patch', { path, patch })).toBe(
    'Error: the patch does not match current file content: hunk 2 (@@ -3 +3 @@): ' +
      'line 3 should be "x", found "c". ' +
      'The old lines of this hunk occur nowhere: read the file again and make a new patch.',
  );
  expect(await readFile(path, 'utf8')).toBe('a\nb\nc\n');
});

it('says where the lines of a hunk stand when its number is wrong', async ({ error, dir }) => {
  const path = await write(dir, 'a\nb\nc\n');
  expect(await error('apply_patch', { path, patch: '@@ -1 +1 @@\n-c\n+C\n' })).toBe(
    'Error: the patch does not match current file content: hunk 1 (@@ -1 +1 @@): ' +
      'line 1 should be "c", found "a". ' +
      'The old lines of this hunk stand at line 3, but the header says 1: correct it.',
  );
  expect(await readFile(path, 'utf8')).toBe('a\nb\nc\n');
});

it('calls a patch whose counts are wrong malformed', async ({ error, dir }) => {
  const path = await write(dir, 'a\n');
  expect(await error('apply_patch', { path, patch: '@@ -1,2 +1 @@\n-a\n+A\n' })).toBe(
    'Error: malformed patch: hunk 1 (@@ -1,2 +1 @@) declares 2 old and 1 new lines, ' +
      'its body has 1 old and 1 new. ' +
      'A context line counts on both sides, a removed one as old, an added one as new.',
  );
  expect(await readFile(path, 'utf8')).toBe('a\n');
});

it('does not use the names inside the diff', async ({ call, dir }) => {
  const path = await write(dir, 'a\n');
  await writeFile(join(dir, 'other'), 'a\n');
  const patch = `--- ${dir}/other\n+++ ${dir}/other\n@@ -1 +1 @@\n-a\n+A\n`;
  await call('apply_patch', { path, patch });
  expect(await readFile(path, 'utf8')).toBe('A\n');
  expect(await readFile(join(dir, 'other'), 'utf8')).toBe('a\n');
});

it('makes no file', async ({ error, dir }) => {
  const path = join(dir, 'none');
  const patch = '--- /dev/null\n+++ b/none\n@@ -0,0 +1 @@\n+a\n';
  expect(await error('apply_patch', { path, patch })).toBe(
    `Error: ${path} does not exist: list its folder to see what is there`,
  );
  expect(await readdir(dir)).toEqual([]);
});

describe('a patch keeps', () => {
  const patch = '@@ -2 +2 @@\n-b\n+B\n';

  it('the mode', async ({ call, dir }) => {
    const path = await write(dir, 'a\nb\n');
    await chmod(path, 0o751);
    await call('apply_patch', { path, patch });
    expect((await stat(path)).mode & 0o7777).toBe(0o751);
  });

  it('the owner', async ({ call, dir }) => {
    const path = await write(dir, 'a\nb\n');
    const { uid, gid } = isRoot ? { uid: 1234, gid: 4321 } : await stat(path);
    await chown(path, uid, gid);
    await call('apply_patch', { path, patch });
    expect(await stat(path)).toMatchObject({ uid, gid });
    expect(await readFile(path, 'utf8')).toBe('a\nB\n');
  });

  it('a link, and changes its target', async ({ call, dir }) => {
    await write(dir, 'a\nb\n');
    await symlink('file', join(dir, 'link'));
    await call('apply_patch', { path: join(dir, 'link'), patch });
    expect(await readlink(join(dir, 'link'))).toBe('file');
    expect(await readFile(join(dir, 'file'), 'utf8')).toBe('a\nB\n');
  });

  it('the CRLF of every line, and says so', async ({ call, dir }) => {
    const path = await write(dir, 'a\r\nb\r\n');
    expect(await call('apply_patch', { path, patch })).toBe(
      `Applied 1 hunk to ${path}.\n` +
        'the file ends its lines with CRLF: the patch lines were given the same ends',
    );
    expect(await readFile(path, 'utf8')).toBe('a\r\nB\r\n');
  });

  it('a byte order mark', async ({ call, dir }) => {
    const path = await write(dir, '\ufeffa\nb\n');
    await call('apply_patch', { path, patch });
    expect(await readFile(path, 'utf8')).toBe('\ufeffa\nB\n');
  });

  it('bytes that are no UTF-8', async ({ call, dir }) => {
    const path = await write(dir, Buffer.from([0xff, 0xfe, 10, 98, 10, 0x80, 0xc3]));
    await call('apply_patch', { path, patch });
    expect((await readFile(path)).toString('hex')).toBe('fffe0a420a80c3');
  });

  it('a missing last newline', async ({ call, dir }) => {
    const path = await write(dir, 'a\nb\nc');
    await call('apply_patch', { path, patch });
    expect(await readFile(path, 'utf8')).toBe('a\nB\nc');
  });

  it('all of 20 edits and patches that run at the same time', async ({ call, dir }) => {
    const lines = Array.from({ length: 20 }, (_, at) => `<line ${at}>\n`);
    const path = await write(dir, lines.join(''));
    await Promise.all(
      lines.map((line, at) =>
        at % 2 === 0
          ? call('edit_file', { path, old_string: line, new_string: line.toUpperCase() })
          : call('apply_patch', {
              path,
              patch: `@@ -${at + 1} +${at + 1} @@\n-${line}+${line.toUpperCase()}`,
            }),
      ),
    );
    expect(await readFile(path, 'utf8')).toBe(lines.join('').toUpperCase());
  });
});
