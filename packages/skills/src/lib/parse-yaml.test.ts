import { expect, it } from 'vitest';
import { parseYaml } from './parse-yaml.ts';

it('takes valid YAML as it is', () => {
  expect(parseYaml('a: b # c', 2)).toEqual({ value: { a: 'b' }, repairedKeys: [] });
});

it('quotes a value with a colon', () => {
  expect(parseYaml('a: b: c', 2)).toEqual({ value: { a: 'b: c' }, repairedKeys: ['a'] });
});

it('leaves comments, blocks and quoted values as they are beside one that it quotes', () => {
  expect(parseYaml('a: b: c\nd: e # f\ng: |\n  h: i\nj: "k: l"\nm: [n, o]', 2)).toEqual({
    value: { a: 'b: c', d: 'e', g: 'h: i\n', j: 'k: l', m: ['n', 'o'] },
    repairedKeys: ['a'],
  });
});

it('leaves an alias that means something beside a value with a colon', () => {
  expect(parseYaml('a: &x y\nb: *x\nc: d: e', 2)).toEqual({
    value: { a: 'y', b: 'y', c: 'd: e' },
    repairedKeys: ['c'],
  });
});

it('quotes a value that is no YAML by itself, and no other', () => {
  expect(parseYaml('a: *b* c\nd: [e, f]\ng: "h"', 2)).toEqual({
    value: { a: '*b* c', d: ['e', 'f'], g: 'h' },
    repairedKeys: ['a'],
  });
});

it('tells the fault of the text as it was written when no repair helps', () => {
  expect(parseYaml('a: b\n\tc: d', 2)).toEqual({
    fault: 'line 3: tab characters must not be used in indentation',
  });
});

it('repairs 1,000 lines and no more', () => {
  const lines = Array.from({ length: 1000 }, (_, at) => `k${at}: *a* b`);
  expect(parseYaml(lines.join('\n'), 2)).toHaveProperty('repairedKeys.length', 1000);
  expect(parseYaml([...lines, 'x: y'].join('\n'), 2)).toEqual({
    fault: 'line 2: unidentified alias "a*"',
  });
});
