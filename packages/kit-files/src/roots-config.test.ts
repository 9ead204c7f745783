import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { readConfig } from '@std-tools/core';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { rootsConfig } from './roots-config.ts';

const read = (value?: string) => readConfig(rootsConfig, { DPTTOOLS_FS_ROOTS: value }).roots;

describe('DPTTOOLS_FS_ROOTS', () => {
  it.each([undefined, '', delimiter, ` ${delimiter} `])('confines nothing as %j', value => {
    expect(read(value)).toEqual([]);
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
