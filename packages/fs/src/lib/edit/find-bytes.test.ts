import { describe, expect, it } from 'vitest';
import { findBytes } from './find-bytes.ts';

/** So long that the texts around it are searched in the linear way. */
const rest = 'ab'.repeat(1_000_000);
const long = 'abcab'.repeat(20);
const slice = 1_048_576;

describe.each([
  ['small', ''],
  ['large', rest],
])('findBytes in a %s file', (_name, before) => {
  it.each([
    ['at its end', `x${long}`, long, 1],
    ['twice', `${long}${long}`, long, 0],
    ['behind a text that starts like it', `${long.slice(0, -1)}${long}`, long, 99],
    ['behind a text that it starts with in part', `abcababc${long}`, long, 8],
    ['as the end of a repetition', 'a'.repeat(200), 'a'.repeat(150), 0],
    ['outside ASCII', `größe${'🙂🙃'.repeat(30)}`, '🙂🙃'.repeat(15), 7],
  ])('finds a text %s', async (_case, text, wanted, place) => {
    const file = Buffer.from(`${before}-${text}`);
    expect(await findBytes(file, Buffer.from(wanted))).toBe(before.length + 1 + place);
    expect(await findBytes(file, Buffer.from(wanted), before.length + 1)).toBe(
      before.length + 1 + place,
    );
  });

  it.each([
    ['that is not there', long, `${long}x`],
    ['that differs at its end', 'a'.repeat(300), `${'a'.repeat(200)}b`],
    ['that differs at its start', 'a'.repeat(300), `b${'a'.repeat(200)}`],
  ])('does not find a text %s', async (_case, text, wanted) => {
    expect(await findBytes(Buffer.from(`${before}-${text}`), Buffer.from(wanted))).toBe(-1);
  });

  it('finds no place before the one to start at', async () => {
    const file = Buffer.from(`${long}-${before}`);
    expect(await findBytes(file, Buffer.from(long))).toBe(0);
    expect(await findBytes(file, Buffer.from(long), 1)).toBe(-1);
  });
});

it('finds no text that is longer than the file', async () => {
  expect(await findBytes(Buffer.from('a'), Buffer.from('aa'))).toBe(-1);
  expect(await findBytes(Buffer.from('ab'), Buffer.from('ab'), 1)).toBe(-1);
  expect(await findBytes(Buffer.from(''), Buffer.from('a'))).toBe(-1);
});

it.each([-100, -99, -50, -1, 0])(
  'finds a text that starts %i from the end of a slice',
  async at => {
    const file = Buffer.concat([
      Buffer.alloc(slice + at, 'ab'),
      Buffer.from(long),
      Buffer.alloc(9),
    ]);
    expect(await findBytes(file, Buffer.from(long))).toBe(slice + at);
  },
);
