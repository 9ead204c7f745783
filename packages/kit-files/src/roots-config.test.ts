import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { readConfig } from '@std-tools/core';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { rootsConfig } from './roots-config.ts';

const read = (value?: string) => readConfig(rootsConfig, { DPTTOOLS_FS_ROOTS: value }).roots;

describe('DPTTOOLS_FS_ROOTS', () => {
  it.each([undefined, ''])('confines nothing as %j', value => {
    expect(read(value)).toEqual([]);
  });

  it.each([delimiter, ` ${delimiter} `])('is a fault as %j, which names no folder', value => {
    expect(() => read(value)).toThrow('names no folder: leave it unset to confine nothing');
  });

  it('stands for the real folder of a link', async () => {
    await using folder = await testFolder();
    await mkdir(join(folder.path, 'real'));
    await symlink('real', join(folder.path, 'link'));
    expect(read(join(folder.path, 'link'))).toEqual([join(folder.path, 'real')]);
  });

  it('is a list of folders separated as in PATH', async () => {
    await using one = await testFolder();
    await using other = await testFolder();
    expect(read([one.path, ` ${other.path} `].join(delimiter))).toEqual([one.path, other.path]);
  });

  it('takes "client" for the roots of the client, without a folder of that name', () => {
    expect(read('client')).toEqual(['client']);
  });

  it('names each entry that is no folder', async () => {
    await using folder = await testFolder();
    const file = join(folder.path, 'file');
    await writeFile(file, '');
    const missing = join(folder.path, 'missing');
    const faults = [missing, file].map(
      path => `DPTTOOLS_FS_ROOTS names ${JSON.stringify(path)}, which is not a folder`,
    );
    expect(() => read([missing, folder.path, file].join(delimiter))).toThrow(
      expect.objectContaining({ name: 'ConfigError', faults }),
    );
  });

  it('is checked in code as well', () => {
    expect(() => readConfig(rootsConfig, {}, { roots: ['/no/such/folder'] })).toThrow(
      'DPTTOOLS_FS_ROOTS names "/no/such/folder", which is not a folder',
    );
  });
});
