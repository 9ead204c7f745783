import { expect, it } from 'vitest';
import { maxFrontmatterLength, splitFrontmatter } from './split-frontmatter.ts';

it('gives the lines between the fences, with their ends as \\n', () => {
  expect(splitFrontmatter('\uFEFF--- \r\na: 1\r\nb: 2\r\n---\r\nbody\r\n')).toBe('a: 1\nb: 2');
});

it('gives nothing of an empty frontmatter', () => {
  expect(splitFrontmatter('---\n---\n')).toBe('');
});

it('says that the first fence is missing', () => {
  expect(splitFrontmatter('# Title\n')).toEqual({
    level: 'error',
    code: 'missing_frontmatter',
    message: 'SKILL.md does not start with a "---" line: begin it with YAML frontmatter',
  });
});

it('says that the second fence is missing', () => {
  expect(splitFrontmatter('---\nname: a\n')).toEqual({
    level: 'error',
    code: 'missing_frontmatter',
    message: 'SKILL.md has no second "---" line: end the frontmatter with one',
  });
});

it('takes a frontmatter of the longest length and refuses one that is longer', () => {
  const longest = `#${'x'.repeat(maxFrontmatterLength - 1)}`;
  expect(splitFrontmatter(`---\n${longest}\n---\n`)).toBe(longest);
  expect(splitFrontmatter(`---\n${longest}x\n---\n`)).toEqual({
    level: 'error',
    code: 'yaml_error',
    message: 'the frontmatter has no closing "---" line in its first 65536 characters',
  });
});
