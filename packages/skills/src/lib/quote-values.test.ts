import { expect, it } from 'vitest';
import { quoteValues } from './quote-values.ts';

const quoteAll = (yaml: string) => quoteValues(yaml, () => true).yaml;

it('quotes the values that are picked and leaves the other lines', () => {
  const yaml = 'a: x\nb: y\n\n# c: z\n  - d';
  expect(quoteValues(yaml, ({ raw }) => raw === 'y')).toEqual({
    yaml: 'a: x\nb: "y"\n\n# c: z\n  - d',
    keys: ['b'],
  });
});

it('escapes quotes and backslashes', () => {
  expect(quoteAll('a: say "x" in C:\\y')).toBe('a: "say \\"x\\" in C:\\\\y"');
});

it('drops quotes around a value', () => {
  expect(quoteAll('a: \'it\'s\'\nb: "x"y"')).toBe('a: "it\'s"\nb: "x\\"y"');
});

it.each([
  [`"foo" and: "bar"`, `"foo" and: "bar"`],
  [`'A' or 'B'`, `'A' or 'B'`],
  [`"Use \\"x\\" then: y"`, 'Use "x" then: y'],
  [`"it\\'s: here"`, "it's: here"],
  [`'it''s: here'`, "it's: here"],
  ['"a"', 'a'],
])('reads %s as its author meant it', (value, text) => {
  expect(JSON.parse(quoteAll(`a: ${value}`).slice(3))).toBe(text);
});

it('takes deeper lines into the value, without comments among them', () => {
  expect(quoteAll('a: x\n  y\n\n  # no\n  z\n\nb: w')).toBe('a: "x y\\nz"\n\nb: "w"');
});

it('quotes nested values and those in lists', () => {
  expect(quoteAll('m:\n  a: x\nl:\n  - b: y')).toBe('m:\n  a: "x"\nl:\n  - b: "y"');
});

it.each(['|', '>', '|-', '>+', '|2', '>2-', '|-2', '| # text'])(
  'leaves a block after %s',
  header => {
    const yaml = `a: ${header}\n  b: c\nd:`;
    expect(quoteAll(yaml)).toBe(yaml);
  },
);

it('tells what a value is before it is quoted', () => {
  const seen: unknown[] = [];
  quoteValues('a: "x\n  y" \nb: z', value => {
    seen.push(value);
    return false;
  });
  expect(seen).toEqual([
    { raw: '"x\n  y" ', folded: '"x y"', isContinued: true },
    { raw: 'z', folded: 'z', isContinued: false },
  ]);
});

it.each([
  'a: b: '.repeat(10_000),
  `a${' '.repeat(60_000)}x`,
  `${'a '.repeat(30_000)}x`,
  'a: \n'.repeat(15_000),
  `a: b\n${'\n'.repeat(60_000)}`,
  `a: | ${' '.repeat(60_000)}x`,
  `${'- '.repeat(30_000)}a: b`,
])('ends at once on a hostile text (%#)', yaml => {
  expect(quoteAll(yaml).length).toBeGreaterThanOrEqual(yaml.trimEnd().length);
});
