import { expect, it } from 'vitest';
import { decodeText, isBinary } from './skill-text.ts';

it('drops a byte-order mark and replaces undecodable bytes', () => {
  expect(decodeText(Buffer.from('efbbbf61ff62', 'hex'))).toBe('a\uFFFDb');
});

it('calls bytes binary that hold a NUL among the first 8,192', () => {
  expect(isBinary(Buffer.from(`${'a'.repeat(8191)}\0`))).toBe(true);
  expect(isBinary(Buffer.from(`${'a'.repeat(8192)}\0`))).toBe(false);
});
