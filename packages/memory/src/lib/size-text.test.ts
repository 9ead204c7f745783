import { expect, it } from 'vitest';
import { sizeText } from './size-text.ts';

it.each([
  [0, '0'],
  [1, '1'],
  [1023, '1023'],
  [1024, '1.0K'],
  [1536, '1.5K'],
  [10_188, '9.9K'],
  [10_189, '10K'],
  [1_048_063, '1023K'],
  [1_048_064, '1.0M'],
  [52_428_800, '50M'],
  [1_610_612_736, '1.5G'],
  [Number.MAX_SAFE_INTEGER, '8.0P'],
])('shows %i bytes as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
