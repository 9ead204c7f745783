import { expect, it } from 'vitest';
import { readFlags } from './flags.ts';

it.each([
  ['::1', '::1'],
  ['[::1]', '::1'],
  ['127.0.0.1', '127.0.0.1'],
])('takes --host %s as %s', (given, host) => {
  expect(readFlags(['--host', given]).host).toBe(host);
});
