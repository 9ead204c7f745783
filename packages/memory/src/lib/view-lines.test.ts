import { describe, expect, it } from 'vitest';
import { viewLines } from './view-lines.ts';

const view = (text: string, range?: readonly number[]) => viewLines(Buffer.from(text), '/a', range);

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
  ])('shows %s', (_case, text, range, shown) => {
    expect(view(text, range)).toBe(shown);
  });

  it('shows no more lines than its numbers can count', () => {
    expect(view('\n'.repeat(999_999)).split('\n')).toHaveLength(999_999);
    expect(() => view('\n'.repeat(1_000_000))).toThrow(
      '/a has 1000000 lines: show at most 999999 of them, with view_range',
    );
  });

  it('decodes only what it shows', () => {
    const bytes = Buffer.concat([Buffer.from('é\n'), Buffer.alloc(40_000_000, 'x\n')]);
    const before = process.memoryUsage().heapUsed;
    expect(viewLines(bytes, '/a', [1, 2])).toBe('     1\té\n     2\tx');
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(5_000_000);
  });

  it('widens the numbers of long files', () => {
    expect(view('\n'.repeat(1_000_000), [999_999, 1_000_000])).toBe('999999\t\n1000000\t');
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
    expect(() => view('a\nb\n', range)).toThrow(
      expect.objectContaining({
        name: 'ToolError',
        message: `view_range ${JSON.stringify(range)} ${fault}: /a has 2 lines`,
      }),
    );
  });
});
