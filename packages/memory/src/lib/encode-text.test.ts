import { type ReadConfig, readConfig } from '@std-tools/core';
import { expect, it } from 'vitest';
import { encodeText } from './encode-text.ts';

const config: ReadConfig = table => readConfig(table, { DPTTOOLS_MAX_FILE_SIZE_MB: '1' });

it('encodes as UTF-8', () => {
  expect(encodeText('ü🙂', '/a', config).toString('hex')).toBe('c3bcf09f9982');
});

it('takes as much as can be read again', () => {
  expect(encodeText('a'.repeat(1_048_576), '/a', config)).toHaveLength(1_048_576);
});

it('refuses more', () => {
  expect(() => encodeText('a'.repeat(1_600_000), '/a', config)).toThrow(
    '/a would have 1.5 MB, over the limit of 1 MB (DPTTOOLS_MAX_FILE_SIZE_MB): store less',
  );
});
