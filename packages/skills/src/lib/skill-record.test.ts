import { expect, it } from 'vitest';
import { isUsable, readSkillRecord } from './skill-record.ts';

const lenient = (key: string) =>
  `warning: read leniently: ${key} held signs that YAML reads otherwise, such as a colon: ` +
  'quoted here, quote it in the file';

const md = (...lines: string[]) => `---\n${lines.join('\n')}\n---\n`;
const messages = (text: string) =>
  readSkillRecord('demo', text).findings.map(({ level, message }) => `${level}: ${message}`);

it('reads all fields', () => {
  const text = md(
    'name: demo',
    'description: Does it.',
    'license: MIT',
    'compatibility: Needs git',
    'metadata: {owner: me}',
    'allowed-tools: Read',
  );
  expect(readSkillRecord('demo', text)).toEqual({
    record: {
      name: 'demo',
      description: 'Does it.',
      license: 'MIT',
      compatibility: 'Needs git',
      metadata: { owner: 'me' },
    },
    findings: [],
  });
});

it.each([
  [md('name: demo', 'description: a: b'), [lenient('description')]],
  [
    md('name: demo', 'description: \uFFFD'),
    ['warning: read leniently: bytes that are not UTF-8 were read as U+FFFD'],
  ],
  [md('name: demo', 'a: "'), [lenient('a'), 'error: the frontmatter has no description as text']],
  [
    md('name: demo', '\ta: "'),
    [
      'error: the frontmatter is not usable YAML: ' +
        'line 3: tab characters must not be used in indentation',
    ],
  ],
  [md('words'), ['error: the frontmatter is not usable YAML: it is no list of "key: value" lines']],
  [
    md('name: demo', 'description: x', 'metadata: {a: &a [*a]}'),
    ['error: the frontmatter is not usable YAML: its aliases stand for too much text'],
  ],
  [md('description: x'), ['warning: the frontmatter has no name: the folder’s is used']],
  [
    md('name: My', 'description: x'),
    [
      'warning: the name "My" differs from the folder "demo", which is skill_name',
      'warning: the name "My" must be lowercase letters and digits, with single hyphens between ' +
        'them, 1 to 64 characters',
    ],
  ],
  [
    md(`name: ${'a'.repeat(101)}`, 'description: x'),
    [
      `warning: the name "${'a'.repeat(100)}…" differs from the folder "demo", which is skill_name`,
      'warning: name has 101 characters, more than 64',
    ],
  ],
  [
    md('name: demo', `description: ${'🙂'.repeat(1025)}`),
    ['warning: description has 1025 characters, more than 1024'],
  ],
  [
    md('name: demo', 'description: x', `compatibility: ${'x'.repeat(501)}`),
    ['warning: compatibility has 501 characters, more than 500'],
  ],
  [
    md('name: demo', 'description: x', 'metadata: y'),
    ['warning: metadata is no "key: value" lines: it is left out'],
  ],
])('says what is wrong with %j', (text, expected) => {
  expect(messages(text)).toEqual(expected);
});

it('calls a skill with warnings usable, one with an error not', () => {
  expect(isUsable(readSkillRecord('demo', md('description: x')))).toBe(true);
  expect(isUsable(readSkillRecord('demo', md('name: demo')))).toBe(false);
});

it.each([
  ['Bad_Folder', 'good', ['name_mismatch', 'invalid_name']],
  ['tool-1.0.0', 'tool', ['name_mismatch', 'invalid_name']],
  ['good', 'good', []],
])('warns of a folder %s that no tool can name', (folder, name, codes) => {
  const { findings } = readSkillRecord(folder, `---\nname: ${name}\ndescription: d\n---\n`);
  expect(findings.map(({ code }) => code)).toEqual(codes);
});
