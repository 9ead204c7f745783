import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReadConfig, readConfig } from '@std-tools/core';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { loadEntry } from './load-entry.ts';

const config: ReadConfig = table => readConfig(table, { DPTTOOLS_MAX_FILE_SIZE_MB: '1' });
const options = { config, signal: new AbortController().signal };
const entry = '{"key": "k", "value": "v"}';

it('reads an entry', async () => {
  await using folder = await testFolder();
  await writeFile(join(folder.path, 'k.json'), entry);
  expect(await loadEntry(folder.path, 'k.json', options)).toEqual({ key: 'k', value: 'v' });
});

it('reads an entry through a link inside the store', async () => {
  await using folder = await testFolder();
  await mkdir(join(folder.path, 'a'));
  await writeFile(join(folder.path, 'a/b'), entry);
  await symlink('a/b', join(folder.path, 'k.json'));
  expect(await loadEntry(folder.path, 'k.json', options)).toEqual({ key: 'k', value: 'v' });
});

it.each(['k.json', `${'n'.repeat(300)}.json`])('gives nothing for a missing file', async file => {
  await using folder = await testFolder();
  expect(await loadEntry(folder.path, file, options)).toBeUndefined();
});

const makers: Readonly<Record<string, (path: string) => unknown>> = {
  'is a folder: give the path of a file': path => mkdir(path),
  'is a pipe, socket or device, not a regular file': path => execFileSync('mkfifo', [path]),
  'has 1.0 MB, over the limit of 1 MB (DPTTOOLS_MAX_FILE_SIZE_MB)': async path => {
    await writeFile(path, '');
    await truncate(path, 1_048_577);
  },
  'is not JSON': path => writeFile(path, '{"key":'),
};
it.each(Object.keys(makers))('says that the file %s', async reason => {
  await using folder = await testFolder();
  await makers[reason]?.(join(folder.path, 'x.json'));
  expect(await loadEntry(folder.path, 'x.json', options)).toEqual({ file: 'x.json', reason });
});

it.each(['out', 'nothing', 'x.json'])('tells the same of a link that leads to %s', async target => {
  await using folder = await testFolder();
  await writeFile(join(folder.path, 'out'), entry);
  await mkdir(join(folder.path, 'root'));
  await symlink(target === 'out' ? '../out' : target, join(folder.path, 'root/x.json'));
  expect(await loadEntry(join(folder.path, 'root'), 'x.json', options)).toEqual({
    file: 'x.json',
    reason: 'is a link that leads out of the memory, or to nothing',
  });
});
