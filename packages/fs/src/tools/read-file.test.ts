import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClient, serverTest } from '@std-tools/testing';
import { expect } from 'vitest';
import { createFsServer } from '../server.ts';

const it = serverTest(() => createFsServer());

async function write(dir: string, content: string | Buffer): Promise<string> {
  const path = join(dir, 'file');
  await writeFile(path, content);
  return path;
}

it('returns the text as it is', async ({ call, dir }) => {
  const text = 'größe 🙂\r\n\tb\u2028c\0\n';
  expect(await call('read_file', { path: await write(dir, text) })).toBe(text);
});

it('returns an empty text for an empty file', async ({ call, dir }) => {
  const path = await write(dir, '');
  expect(await call('read_file', { path })).toBe('');
  expect(await call('read_file', { path, offset: 1, limit: 5 })).toBe('');
});

it('returns lines from a 1-based offset on', async ({ call, dir }) => {
  const path = await write(dir, 'a\nb\nc\n');
  expect(await call('read_file', { path, offset: 1 })).toBe('a\nb\nc\n');
  expect(await call('read_file', { path, offset: 3 })).toBe('c\n');
});

it('returns as many lines as limit says, or all there are', async ({ call, dir }) => {
  const path = await write(dir, 'a\nb\nc');
  expect(await call('read_file', { path, limit: 2 })).toBe('a\nb\n');
  expect(await call('read_file', { path, offset: 2, limit: 1 })).toBe('b\n');
  expect(await call('read_file', { path, offset: 2, limit: 99 })).toBe('b\nc');
});

it('returns the last lines with tail', async ({ call, dir }) => {
  const path = await write(dir, 'a\nb\nc\n');
  expect(await call('read_file', { path, tail: 1 })).toBe('c\n');
  expect(await call('read_file', { path, tail: 2 })).toBe('b\nc\n');
  expect(await call('read_file', { path, tail: 99 })).toBe('a\nb\nc\n');
});

it('counts a last line without newline for tail', async ({ call, dir }) => {
  expect(await call('read_file', { path: await write(dir, 'a\nb\nc'), tail: 2 })).toBe('b\nc');
});

it('returns nothing of an empty file with tail', async ({ call, dir }) => {
  expect(await call('read_file', { path: await write(dir, ''), tail: 3 })).toBe('');
});

it.for([{ offset: 0 }, { offset: -1 }, { limit: 0 }, { limit: -5 }, { tail: 0 }] as const)(
  'names the bound of %j',
  async (range, { error, dir }) => {
    const [[name, value] = []] = Object.entries(range);
    expect(await error('read_file', { path: await write(dir, 'a\n'), ...range })).toBe(
      `Error: ${name} must be 1 or more, got ${value}`,
    );
  },
);

it('refuses tail together with a range', async ({ error, dir }) => {
  const path = await write(dir, 'a\n');
  const message = 'Error: tail cannot be given together with offset or limit';
  expect(await error('read_file', { path, tail: 1, offset: 1 })).toBe(message);
  expect(await error('read_file', { path, tail: 1, limit: 1 })).toBe(message);
});

it('says how many lines there are when the offset is past the end', async ({ error, dir }) => {
  const path = await write(dir, 'a\nb\n');
  expect(await error('read_file', { path, offset: 3 })).toBe(
    `Error: offset 3 is past the end: ${path} has 2 lines`,
  );
});

it('replaces undecodable bytes', async ({ call, dir }) => {
  const path = await write(dir, Buffer.from([97, 0xff, 98, 0xe2, 0x82, 10]));
  expect(await call('read_file', { path })).toBe('a\ufffdb\ufffd\n');
});

it('keeps a byte order mark with utf-8 and takes it off with utf-8-sig', async ({ call, dir }) => {
  const path = await write(dir, '\ufeffa');
  expect(await call('read_file', { path })).toBe('\ufeffa');
  expect(await call('read_file', { path, encoding: 'utf-8-sig' })).toBe('a');
});

it.for([
  ['cp1252', Buffer.from([0x80, 0xe4]), '€ä'],
  ['latin-1', Buffer.from([0xe4]), 'ä'],
  ['UTF_16', Buffer.from('\ufeffä\n', 'utf16le'), 'ä\n'],
  ['shift_jis', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
  ['ascii', Buffer.from([97, 0xe4]), 'a\ufffd'],
] as const)('reads %s', async ([encoding, bytes, text], { call, dir }) => {
  expect(await call('read_file', { path: await write(dir, bytes), encoding })).toBe(text);
});

it('counts lines after decoding', async ({ call, dir }) => {
  const path = await write(dir, Buffer.from('\ufeffa\n\u0a0a\nc', 'utf16le'));
  expect(await call('read_file', { path, encoding: 'utf-16', offset: 2 })).toBe('\u0a0a\nc');
});

it('keeps a byte order mark within a file with utf-8-sig', async ({ call, dir }) => {
  const path = await write(dir, '\ufeffa\n\ufeffb\n');
  expect(await call('read_file', { path, encoding: 'utf-8-sig', offset: 2 })).toBe('\ufeffb\n');
  expect(await call('read_file', { path, encoding: 'utf-8-sig' })).toBe('a\n\ufeffb\n');
});

it.for([
  ['utf-8', '🙂'],
  ['utf-16', '🙂'],
  ['gb18030', '🙂'],
  ['gb18030', '语'],
  ['shift_jis', '語'],
  ['euc_jp', '語'],
  ['latin-1', 'ä'],
] as const)(
  'never shows a part of a character of %s: %s',
  async ([encoding, character], { dir }) => {
    await using client = await connectClient([createFsServer({ outputLimit: 5 })]);
    for (const start of ['', 'x', 'xx', 'xxx']) {
      const path = await write(dir, '');
      const content = `${start}${character.repeat(50)}`;
      await client.call('write_file', { path, content, encoding });
      const shown = `${start}${character.repeat(5 - start.length)}`;
      expect(await client.call('read_file', { path, encoding })).toBe(
        `${shown}\n[cut after 5 characters: line 1 alone is longer than that; ` +
          'search_in_files shows the part around a match]',
      );
    }
  },
);

it('counts the lines before the last ones where it says where to read on', async ({ dir }) => {
  await using client = await connectClient([createFsServer({ outputLimit: 5 })]);
  const path = await write(dir, 'a\nb\ncc\ndddd\ne\n');
  expect(await client.call('read_file', { path, tail: 3 })).toBe(
    'cc\ndd\n[cut after 5 characters: call again with offset=4]',
  );
});

it('names an unknown encoding before it looks at the path', async ({ error, dir }) => {
  expect(await error('read_file', { path: join(dir, 'none'), encoding: 'utf-9' })).toBe(
    'Error: unknown encoding "utf-9". Common ones: ' +
      'utf-8, utf-8-sig, utf-16, latin-1, cp1252, shift_jis, gb18030, big5, euc_kr.',
  );
});

it('cuts a text over the output limit and says where to read on', async ({ call, dir }) => {
  const line = `${'x'.repeat(99)}\n`;
  const path = await write(dir, line.repeat(501));
  expect(await call('read_file', { path })).toBe(
    `${line.repeat(500)}\n[cut after 50000 characters: call again with offset=501]`,
  );
});

it('returns a text of exactly the output limit whole', async ({ call, dir }) => {
  const text = '🙂'.repeat(50_000);
  expect(await call('read_file', { path: await write(dir, text) })).toBe(text);
});

it('reads on from the line that was cut', async ({ dir }) => {
  await using client = await connectClient([createFsServer({ outputLimit: 10 })]);
  const path = await write(dir, '1\n22\n333\n4444\n55555\n');
  expect(await client.call('read_file', { path })).toBe(
    '1\n22\n333\n4\n[cut after 10 characters: call again with offset=4]',
  );
  expect(await client.call('read_file', { path, offset: 4 })).toBe(
    '4444\n55555\n[cut after 10 characters: call again with offset=5]',
  );
  expect(await client.call('read_file', { path, offset: 5 })).toBe('55555\n');
});

it('says so when one line alone is over the output limit', async ({ dir }) => {
  await using client = await connectClient([createFsServer({ outputLimit: 5 })]);
  const path = await write(dir, 'a\n🙂🙂🙂🙂🙂🙂🙂\n');
  expect(await client.call('read_file', { path, offset: 2 })).toBe(
    '🙂🙂🙂🙂🙂\n[cut after 5 characters: line 2 alone is longer than that; ' +
      'search_in_files shows the part around a match]',
  );
});

it('takes the output limit from the environment', async ({ dir }) => {
  const env = { DPTTOOLS_OUTPUT_TRUNCATION_LIMIT: '2' };
  await using client = await connectClient([createFsServer()], { env });
  expect(await client.call('read_file', { path: await write(dir, 'a\nb\n') })).toBe(
    'a\n\n[cut after 2 characters: call again with offset=2]',
  );
});

it('takes the size limit from the environment', async ({ dir }) => {
  const env = { DPTTOOLS_MAX_FILE_SIZE_MB: '1' };
  await using client = await connectClient([createFsServer()], { env });
  const path = await write(dir, Buffer.alloc(1_500_000));
  expect(await client.error('read_file', { path })).toBe(
    `Error: ${path} has 1.4 MB, over the limit of 1 MB (DPTTOOLS_MAX_FILE_SIZE_MB)`,
  );
});

it('reads what a link leads to', async ({ call, dir }) => {
  await write(dir, 'text');
  await symlink('file', join(dir, 'link'));
  expect(await call('read_file', { path: join(dir, 'link') })).toBe('text');
});

it('takes a relative path from the working folder', async ({ call }) => {
  const { name } = JSON.parse(await call('read_file', { path: 'package.json' }));
  expect(name).toBe(JSON.parse(await call('read_file', { path: './package.json' })).name);
});
