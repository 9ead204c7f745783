import { seededRandom } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { readSkillRecord } from './skill-record.ts';
import { skillTemplate } from './skill-template.ts';

const descriptions = [
  'Counts words.',
  'Use it: "now" or \'later\' # soon',
  '---',
  '--- a',
  "it's: 'x'",
  '"quoted"',
  '*bold* `code` @me %x !y &z |a >b',
  '[a] {b}: c',
  '- item',
  '? why',
  '#tag',
  '~',
  'null',
  'yes',
  '1.0',
  '2024-01-01',
  '0o7',
  'C:\\new\\table',
  'größe 日本 🙂 שלום',
  'a\tb',
  'a\u0000b\u0007c\u007fd\u0085e\u2028f\uFEFFg\uFFFEh',
  'a'.repeat(1024),
  'word '.repeat(200).trim(),
];
const record = (description: string) => ({ record: { name: 'a-b', description }, findings: [] });

it('is this text', () => {
  expect(skillTemplate('my-skill', 'Counts words.')).toBe(
    [
      '---',
      'name: my-skill',
      'description: Counts words.',
      '---',
      '',
      '# My skill',
      '',
      'TODO: write here what to do, step by step, when this skill is loaded.',
      '',
      '- Say what is needed at the start, and what the result looks like.',
      '- Put long material into `references/` and programs into `scripts/`; name each where it is used.',
      '',
    ].join('\n'),
  );
});

it.each(descriptions)('reads back as %j, without findings', description => {
  expect(readSkillRecord('a-b', skillTemplate('a-b', description))).toEqual(record(description));
});

it('reads back 2,000 random descriptions', () => {
  const random = seededRandom(3);
  const signs = [...'ab  :#-\'"\\*&!%@`|>[]{},?~=é🙂\t\u0001\u0085\u2029'];
  const pick = () => signs[Math.floor(random() * signs.length)];
  for (let round = 0; round < 2000; round += 1) {
    const description = Array.from({ length: 1 + Math.floor(random() * 30) }, pick)
      .join('')
      .trim();
    if (description !== '')
      expect(readSkillRecord('a-b', skillTemplate('a-b', description))).toEqual(
        record(description),
      );
  }
});

it.each(['null', 'yes', 'true', '123', '1e3', '2024-01-01', '0x10'])(
  'reads back the name %s',
  name => {
    expect(readSkillRecord(name, skillTemplate(name, 'x')).record.name).toBe(name);
  },
);

it('quotes words that YAML 1.1 parsers take for other things than text', () => {
  expect(skillTemplate('yes', '2024-01-01').split('\n').slice(1, 3)).toEqual([
    "name: 'yes'",
    "description: '2024-01-01'",
  ]);
});
