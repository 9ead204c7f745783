import { describe, expect, it } from 'vitest';
import { countLines, cutNotice, pageOf } from './page.ts';

const page = (text: string, offset: number, limit: number) =>
  pageOf(Buffer.from(text), offset, limit);

describe('a page', () => {
  it('is the whole text when it fits', () => {
    expect(page('a\nb\n', 1, 4)).toEqual({ text: 'a\nb\n' });
  });

  it('starts at the line that is asked for', () => {
    expect(page('a\nb\nc', 2, 9)).toEqual({ text: 'b\nc' });
  });

  it('has whole lines when the text is cut', () => {
    expect(page('aa\nbb\ncc\n', 1, 7)).toEqual({ text: 'aa\nbb\n', next: 3 });
  });

  it('counts on from the line that is asked for', () => {
    expect(page('aa\nbb\ncc\ndd', 2, 4)).toEqual({ text: 'bb\n', next: 3 });
  });

  it('has the start of a line that is longer', () => {
    expect(page('aaaa\nb', 1, 2)).toEqual({ text: 'aa', longLine: 1, next: 2 });
  });

  it('has no next line after a long last one', () => {
    expect(page('a\nbbbb\n', 2, 2)).toEqual({ text: 'bb', longLine: 2 });
  });

  it('is empty when nothing may be shown', () => {
    expect(page('a\nb', 2, 0)).toEqual({ text: '', next: 2 });
  });

  it('counts characters, not bytes or code units', () => {
    expect(page('🙂🙂🙂', 1, 3)).toEqual({ text: '🙂🙂🙂' });
    expect(page('🙂🙂🙂', 1, 2)).toEqual({ text: '🙂🙂', longLine: 1 });
  });

  it.each([
    ['', 2],
    ['a', 2],
    ['a\n', 2],
    ['a\nb', 3],
  ])('of %j has no line %i', (text, offset) => {
    expect(page(text, offset, 9)).toBe(undefined);
  });

  it('of an empty text is empty', () => {
    expect(page('', 1, 9)).toEqual({ text: '' });
  });
});

it.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\nb', 2],
  ['\n\n', 2],
])('counts the lines of %j as %i', (text, lines) => {
  expect(countLines(Buffer.from(text))).toBe(lines);
});

describe('a notice', () => {
  const notice = (next?: number, longLine?: number) =>
    cutNotice(
      { text: '', ...(next && { next }), ...(longLine && { longLine }) },
      line => `offset ${line}`,
    );

  it('is none when nothing is cut', () => {
    expect(notice()).toBe(undefined);
  });

  it('says how to go on', () => {
    expect(notice(3)).toBe('[cut at the output limit: go on with offset 3]');
  });

  it('names a line that is too long', () => {
    expect(notice(3, 2)).toBe(
      '[cut at the output limit: line 2 is longer than fits; go on with offset 3]',
    );
    expect(notice(undefined, 2)).toBe('[cut at the output limit: line 2 is longer than fits]');
  });
});
