import { expect, it } from 'vitest';
import { loadYaml } from './load-yaml.ts';

it('leaves scalars as the author wrote them', () => {
  expect(loadYaml('a: 1.0\nb: yes\nc: 2024-01-01\nd: 0o7\ne: 1_000\nf: true')).toEqual({
    value: { a: '1.0', b: 'yes', c: '2024-01-01', d: '0o7', e: '1_000', f: 'true' },
  });
});

it.each(['', ' ~', ' null', ' Null', ' NULL'])('reads "a:%s" as null', text => {
  expect(loadYaml(`a:${text}`)).toEqual({ value: { a: null } });
});

it('says in which line of the file the fault is', () => {
  expect(loadYaml('a: 1\nb: c: d', 2)).toEqual({
    fault: 'line 3: bad indentation of a mapping entry',
  });
});

it('evaluates no tag', () => {
  expect(loadYaml('a: !!js/function "function () {}"')).toEqual({
    fault: 'line 1: unknown tag !<tag:yaml.org,2002:js/function>',
  });
});

it('refuses more than 1,000 aliases', () => {
  const text = (aliases: number) => `a: &a x\nb: [${'*a, '.repeat(aliases)}]`;
  expect(loadYaml(text(1000))).toEqual({ value: { a: 'x', b: Array(1000).fill('x') } });
  expect(loadYaml(text(1001))).toEqual({ fault: 'more than 1000 aliases' });
});
