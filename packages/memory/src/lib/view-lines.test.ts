import { describe, expect, it } from 'vitest';
import { viewLines } from './view-lines.ts';

describe('viewLines', () => {
  it.each([
    ['all lines', 'a\nb\n', undefined, '     1\ta\n     2\tb'],
    ['an empty file', '', undefined, '(empty file)'],
    ['an empty file to its end', '', [1, -1], '(empty file)'],
    ['a file of one break', '\n', undefined, '     1\t'],
    ['a range', 'a\nb\nc', [2, 3], '     2\tb\n     3\tc'],
    ['one line', 'a\nb\nc', [2, 2], '     2\tb'],
    ['to the end', 'a\nb\nc', [2, -1], '     2\tb\n     3\tc'],
    ['an end past the last line', 'a\nb', [2, 99], '     2\tb'],
    ['CRLF lines without their breaks', 'a\r\nb\r\n', undefined, '     1\ta\n     2\tb'],
    ['a lone CR as part of a line', 'a\rb', undefined, '     1\ta\rb'],
    ['spaces at the end of a line', 'a  \n', undefined, '     1\ta  '],
  ])('shows %s', (_case, text, range, view) => {
    expect(viewLines(text, '/a', range)).toBe(view);
  });

  it('widens the numbers of long files', () => {
    expect(viewLines('\n'.repeat(1_000_000), '/a', [999_999, 1_000_000])).toBe(
      '999999\t\n1000000\t',
    );
  });

  it.each([
    [[], 'is not two whole numbers [start, end]'],
    [[1], 'is not two whole numbers [start, end]'],
    [[1, 2, 3], 'is not two whole numbers [start, end]'],
    [[1.5, 2], 'is not two whole numbers [start, end]'],
    [[0, 1], 'starts before line 1'],
    [[-1, -1], 'starts before line 1'],
    [[3, 4], 'starts past the end'],
    [[2, 1], 'ends before it starts'],
    [[2, 0], 'ends before it starts'],
    [[1, -2], 'ends before it starts'],
  ])('refuses %j', (range, fault) => {
    expect(() => viewLines('a\nb\n', '/a', range)).toThrow(
      expect.objectContaining({
        name: 'ToolError',
        message: `view_range ${JSON.stringify(range)} ${fault}: /a has 2 lines`,
      }),
    );
  });
});
