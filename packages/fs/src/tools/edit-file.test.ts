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
import { connectClient, serverTest } from '@std-tools/testing';
import { describe, expect } from 'vitest';
import { createFsServer } from '../server.ts';

const it = serverTest(() => createFsServer());
const isRoot = process.getuid?.() === 0;

async function write(dir: string, content: string | Buffer): Promise<string> {
  const path = join(dir, 'file');
  await writeFile(path, content);
  return path;
}

it('replaces a text and tells its line', async ({ call, dir }) => {
  const path = await write(dir, 'one\ntwo\nthree\n');
  expect(await call('edit_file', { path, old_string: 'two', new_string: 'zwei' })).toBe(
    `Edited ${path} at line 2.`,
  );
  expect(await readFile(path, 'utf8')).toBe('one\nzwei\nthree\n');
});

it('removes a text', async ({ call, dir }) => {
  const path = await write(dir, 'one\ntwo\n');
  await call('edit_file', { path, old_string: 'one\n', new_string: '' });
  expect(await readFile(path, 'utf8')).toBe('two\n');
});

it.for(['$&', '$1', '$$', "$'", '$`', '\\1'])(
  'takes %s in new_string literally',
  async (new_string, { call, dir }) => {
    const path = await write(dir, 'a b c');
    await call('edit_file', { path, old_string: 'b', new_string });
    expect(await readFile(path, 'utf8')).toBe(`a ${new_string} c`);
  },
);

it('fails when the text does not occur, and says how often', async ({ error, dir }) => {
  const path = await write(dir, 'a\n');
  expect(await error('edit_file', { path, old_string: 'b', new_string: 'c' })).toBe(
    'Error: old_string occurs 0 times. Nothing near it stands in the file: read it again',
  );
  expect(await readFile(path, 'utf8')).toBe('a\n');
});

it('fails when the text occurs twice, and says where', async ({ error, dir }) => {
  const path = await write(dir, 'a\nb\na\n');
  expect(await error('edit_file', { path, old_string: 'a', new_string: 'c' })).toBe(
    'Error: old_string occurs 2 times, at lines 1, 3: ' +
      'add surrounding text so that it occurs once',
  );
  expect(await readFile(path, 'utf8')).toBe('a\nb\na\n');
});

it('shows the nearest text when white space differs', async ({ error, dir }) => {
  const path = await write(dir, 'if x:\n\treturn 1\n');
  expect(await error('edit_file', { path, old_string: '    return 1', new_string: 'y' })).toBe(
    'Error: old_string occurs 0 times. ' +
      'line 2 differs only in white space: it is "\\treturn 1", old_string has "    return 1"',
  );
});

it('refuses an empty old_string', async ({ error, dir }) => {
  const path = await write(dir, 'a');
  expect(await error('edit_file', { path, old_string: '', new_string: 'b' })).toBe(
    'Error: old_string is empty: give the exact text to replace',
  );
});

it('refuses equal texts', async ({ error, dir }) => {
  const path = await write(dir, 'a');
  expect(await error('edit_file', { path, old_string: 'a', new_string: 'a' })).toBe(
    'Error: old_string and new_string are equal',
  );
});

describe('dry_run', () => {
  it('returns the change as a diff and changes nothing', async ({ call, dir }) => {
    const path = await write(dir, 'one\ntwo\nthree\n');
    const args = { path, old_string: 'two', new_string: 'zwei', dry_run: true };
    expect(await call('edit_file', args)).toBe(
      `--- a${path}\n+++ b${path}\n@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n`,
    );
    expect(await readFile(path, 'utf8')).toBe('one\ntwo\nthree\n');
  });

  it('gives a diff that apply_patch takes', async ({ call, dir }) => {
    const path = await write(dir, 'one\ntwo');
    const args = { path, old_string: 'two', new_string: 'zwei\ndrei' };
    const patch = await call('edit_file', { ...args, dry_run: true });
    await call('apply_patch', { path, patch });
    expect(await readFile(path, 'utf8')).toBe('one\nzwei\ndrei');
  });

  it('cuts a diff over the output limit and says so', async ({ dir }) => {
    await using client = await connectClient([createFsServer({ outputLimit: 20 })]);
    const path = await write(dir, 'one\n');
    const args = { path, old_string: 'one', new_string: 'x'.repeat(100), dry_run: true };
    expect(await client.call('edit_file', args)).toBe(
      `${`--- a${path}`.slice(0, 20)}\n[cut after 20 characters]`,
    );
  });

  it('fails as the edit would', async ({ error, dir }) => {
    const path = await write(dir, 'a a');
    const args = { path, old_string: 'a', new_string: 'b', dry_run: true };
    expect(await error('edit_file', args)).toMatch(/^Error: old_string occurs 2 times/);
  });
});

describe('an edit keeps', () => {
  const edit = { old_string: 'b', new_string: 'B' };

  it('the mode', async ({ call, dir }) => {
    const path = await write(dir, 'abc');
    await chmod(path, 0o751);
    await call('edit_file', { path, ...edit });
    expect((await stat(path)).mode & 0o7777).toBe(0o751);
  });

  it('the owner', async ({ call, dir }) => {
    const path = await write(dir, 'abc');
    const { uid, gid } = isRoot ? { uid: 1234, gid: 4321 } : await stat(path);
    await chown(path, uid, gid);
    await call('edit_file', { path, ...edit });
    expect(await stat(path)).toMatchObject({ uid, gid });
    expect(await readFile(path, 'utf8')).toBe('aBc');
  });

  it('a link, and changes its target', async ({ call, dir }) => {
    await write(dir, 'abc');
    await symlink('file', join(dir, 'link'));
    await call('edit_file', { path: join(dir, 'link'), ...edit });
    expect(await readlink(join(dir, 'link'))).toBe('file');
    expect(await readFile(join(dir, 'file'), 'utf8')).toBe('aBc');
  });

  it('the CRLF of every line, also when the texts come with LF', async ({ call, dir }) => {
    const path = await write(dir, 'a\r\nb\r\nc\r\n');
    await call('edit_file', { path, old_string: 'a\nb\n', new_string: 'x\ny\nz\n' });
    expect(await readFile(path, 'utf8')).toBe('x\r\ny\r\nz\r\nc\r\n');
  });

  it('mixed line ends', async ({ call, dir }) => {
    const path = await write(dir, 'a\r\nb\nc\r');
    await call('edit_file', { path, ...edit });
    expect(await readFile(path, 'utf8')).toBe('a\r\nB\nc\r');
  });

  it('a byte order mark', async ({ call, dir }) => {
    const path = await write(dir, '\ufeffabc');
    await call('edit_file', { path, ...edit });
    expect(await readFile(path, 'utf8')).toBe('\ufeffaBc');
  });

  it('bytes that are no UTF-8', async ({ call, dir }) => {
    const path = await write(dir, Buffer.from([0xff, 0xfe, 98, 0x80, 0xc3]));
    await call('edit_file', { path, ...edit });
    expect((await readFile(path)).toString('hex')).toBe('fffe4280c3');
  });

  it('a missing last newline', async ({ call, dir }) => {
    const path = await write(dir, 'a\nb');
    await call('edit_file', { path, ...edit });
    expect(await readFile(path, 'utf8')).toBe('a\nB');
  });

  it('all of 20 parallel edits of one file', async ({ call, dir }) => {
    const words = Array.from({ length: 20 }, (_, at) => `word-${at};`);
    const path = await write(dir, words.join('\n'));
    await Promise.all(
      words.map(word =>
        call('edit_file', { path, old_string: word, new_string: word.toUpperCase() }),
      ),
    );
    expect(await readFile(path, 'utf8')).toBe(words.join('\n').toUpperCase());
    expect(await readdir(dir)).toEqual(['file']);
  });

  it('all of 20 parallel edits under two names of one file', async ({ call, dir }) => {
    const words = Array.from({ length: 20 }, (_, at) => `word-${at};`);
    const path = await write(dir, words.join('\n'));
    await symlink('file', join(dir, 'link'));
    await Promise.all(
      words.map((word, at) =>
        call('edit_file', {
          path: at % 2 === 0 ? path : join(dir, 'link'),
          old_string: word,
          new_string: word.toUpperCase(),
        }),
      ),
    );
    expect(await readFile(path, 'utf8')).toBe(words.join('\n').toUpperCase());
  });
});
