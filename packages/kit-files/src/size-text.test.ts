import { expect, it } from 'vitest';
import { sizeText } from './size-text.ts';

it.each([
  [0, '0 B'],
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1229, '1.2 KB'],
  [1_048_524, '1023.9 KB'],
  [1_048_525, '1.0 MB'],
  [1_048_576, '1.0 MB'],
  [52_428_800, '50.0 MB'],
  [1_610_612_736, '1.5 GB'],
  [1_099_511_627_776, '1.0 TB'],
  [1_125_899_906_842_624, '1.0 PB'],
  [Number.MAX_SAFE_INTEGER, '8.0 PB'],
  [2 ** 70, '1048576.0 PB'],
])('calls %i bytes %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
