import { describe, expect, it } from 'vitest';
import { findText } from './find-text.ts';

/** So long that the texts around it are searched in the linear way. */
const rest = 'ab'.repeat(1_000_000);
const long = 'abcab'.repeat(20);

describe.each([
  ['small', ''],
  ['large', rest],
])('findText in a %s text', (_name, before) => {
  it.each([
    ['at its end', `x${long}`, long, 1],
    ['twice', `${long}${long}`, long, 0],
    ['behind a text that starts like it', `${long.slice(0, -1)}${long}`, long, 99],
    ['behind a text that it starts with in part', `abcababc${long}`, long, 8],
    ['outside ASCII', `größe${'🙂🙃'.repeat(30)}`, '🙂🙃'.repeat(25), 5],
  ])('finds a text %s', (_case, text, wanted, place) => {
    const at = before.length + 1;
    expect(findText(`${before}-${text}`, wanted)).toBe(at + place);
    expect(findText(`${before}-${text}`, wanted, at)).toBe(at + place);
  });

  it.each([
    ['that is not there', long, `${long}x`],
    ['that differs at its end', 'a'.repeat(300), `${'a'.repeat(200)}b`],
    ['that differs at its start', 'a'.repeat(300), `b${'a'.repeat(200)}`],
  ])('does not find a text %s', (_case, text, wanted) => {
    expect(findText(`${before}-${text}`, wanted)).toBe(-1);
  });

  it('finds no place before the one to start at', () => {
    const text = `${long}-${before}`;
    expect(findText(text, long)).toBe(0);
    expect(findText(text, long, 1)).toBe(-1);
  });
});

it('finds the empty text at once', () => {
  expect(findText('abc', '', 1)).toBe(1);
});

it('searches inputs that repeat themselves, which would take String a minute', () => {
  const wanted = `${'a'.repeat(2000)}b${'a'.repeat(2000)}`;
  expect(findText('a'.repeat(50_000_000), wanted)).toBe(-1);
});
