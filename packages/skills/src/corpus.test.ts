// Long, as it is the corpus: one row for each SKILL.md and what must be read from it.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { discoverSkills } from './lib/discover-skills.ts';
import type { Finding } from './lib/finding.ts';
import { readSkill } from './lib/read-skill.ts';

type Codes = readonly Finding['code'][];
type Case = readonly [
  what: string,
  text: string | Buffer,
  codes: Codes,
  fields?: Readonly<Record<string, unknown>>,
];

/** A SKILL.md of these frontmatter lines, in the folder `demo`. */
const md = (...lines: readonly string[]) => `---\n${lines.join('\n')}\n---\n\n# Demo\n`;
/** One with a right name and this text behind `description:`. */
const described = (value: string) => md('name: demo', `description: ${value}`);
const meta = (...lines: readonly string[]) =>
  md('name: demo', 'description: d', 'metadata:', ...lines);
const says = (description: string) => ({ description });
const long = (characters: number, of = 'a') => of.repeat(characters);

const lenient: Codes = ['yaml_lenient_retry'];
const none: Codes = ['missing_frontmatter'];
const bad: Codes = ['yaml_error'];
const silent: Codes = ['missing_description'];

const fences: readonly Case[] = [
  ['an ordinary skill', described('Counts words.'), [], says('Counts words.')],
  ['CRLF', described('Counts words.').replaceAll('\n', '\r\n'), [], says('Counts words.')],
  ['a byte-order mark', `\uFEFF${described('x')}`, [], says('x')],
  ['a byte-order mark and CRLF', `\uFEFF${described('x').replaceAll('\n', '\r\n')}`, []],
  ['spaces behind the fences', '---  \nname: demo\ndescription: x\n--- \t\n', [], says('x')],
  ['no end of line behind the second fence', '---\nname: demo\ndescription: x\n---', []],
  ['an empty file', '', none],
  ['no fences', '# Demo\n\nDo this.\n', none],
  ['the first fence only', '---\nname: demo\ndescription: x\n', none],
  ['a lone fence', '---', none],
  ['a lone fence with its line end', '---\n', none],
  ['four dashes', '----\nname: demo\ndescription: x\n----\n', none],
  ['four dashes at the end', '---\nname: demo\ndescription: x\n----\n', none],
  ['two dashes', '--\nname: demo\n--\n', none],
  ['a blank line before the fence', `\n${described('x')}`, none],
  ['a space before the fence', ` ${described('x')}`, none],
  ['a heading before the fence', `# Demo\n${described('x')}`, none],
  ['plus signs as in TOML', '+++\nname = "demo"\n+++\n', none],
  ['three dots at the end', '---\nname: demo\ndescription: x\n...\n', none],
  ['a program’s fence', '---js\n({ name: process.exit(1) })\n---\n', none],
  ['old Mac line ends', described('x').replaceAll('\n', '\r'), none],
  ['an empty frontmatter', '---\n---\n', ['missing_name', 'missing_description']],
  ['a blank frontmatter', '---\n\n  \n---\n', ['missing_name', 'missing_description']],
  ['comments only', md('# nothing', '# here'), ['missing_name', 'missing_description']],
  ['a rule in the body', `${described('x')}\n---\n\nname: other\n`, [], says('x')],
  ['a comment at the end of a line', described('x # not said'), [], says('x')],
  ['an indented fence in a block', described('|\n  a\n  ---\n  b'), [], says('a\n---\nb')],
  ['dashes inside a value', described('a --- b'), [], says('a --- b')],
  ['a fence inside of quotes ends it', described('"a\n---\nb"'), lenient, says('"a')],
  ['a second document', md('name: demo', '...', 'description: x'), bad],
  ['U+2028 before dashes', described('a\u2028---\u2028b'), [], says('a\u2028---\u2028b')],
];

const colons: readonly Case[] = [
  ['a colon and a space', described('Notes: keep'), lenient, says('Notes: keep')],
  ['several colons', described('Use when: a, b: c: d'), lenient, says('Use when: a, b: c: d')],
  ['a colon at the end', described('Use it for:'), lenient, says('Use it for:')],
  ['a colon without a space', described('a:b'), [], says('a:b')],
  ['a time', described('at 10:30 sharp'), [], says('at 10:30 sharp')],
  ['a web address', described('See https://example.org/a?b=c#d now'), []],
  ['a Windows path', described('In C:\\tools'), [], says('In C:\\tools')],
  ['a colon in double quotes', described('"Notes: keep"'), [], says('Notes: keep')],
  ['a colon in single quotes', described("'Notes: keep'"), [], says('Notes: keep')],
  [
    'a colon in a name',
    md('name: de: mo', 'description: x'),
    ['yaml_lenient_retry', 'name_mismatch', 'invalid_name'],
  ],
  [
    'colon and comment sign',
    described('Fix: issue #4 # now'),
    lenient,
    says('Fix: issue #4 # now'),
  ],
  ['colon and quotes inside', described('Say: "yes"'), lenient, says('Say: "yes"')],
  ['colon and backslashes', described('Path: C:\\new'), lenient, says('Path: C:\\new')],
  ['a colon in a continued line', described('one\n  two: three'), lenient, says('one two: three')],
  ['colons in both lines', described('a: b\n  c: d'), lenient, says('a: b c: d')],
  ['a paragraph in a plain value', described('a: b\n\n  c'), lenient, says('a: b\nc')],
  ['a colon in a nested value', meta('  a: b: c'), lenient, { metadata: { a: 'b: c' } }],
  ['a colon in a list item', md('name: demo', 'description: d', 'tags:', '  - a: b: c'), lenient],
  ['a colon of an unknown key', md('name: demo', 'description: d', 'hint: a: b'), lenient],
  ['a key with spaces', md('name: demo', 'description: d', 'my hint: a: b'), lenient],
  ['a tab behind a colon', described('Notes:\tkeep'), lenient, says('Notes:\tkeep')],
  ['a colon and CRLF', described('a: b').replaceAll('\n', '\r\n'), lenient, says('a: b')],
  [
    'a comment elsewhere stays one',
    md('name: demo # mine', 'description: a: b'),
    lenient,
    {
      name: 'demo',
      description: 'a: b',
    },
  ],
  [
    'a block beside a colon stays',
    md('name: demo', 'description: |', '  a: b', 'x: y: z'),
    lenient,
    {
      description: 'a: b',
    },
  ],
  ['a list beside a colon stays', md('name: demo', 'description: a: b', 'x: [1, 2]'), lenient],
  ['a comment in a plain value', described('one # two\n  three'), lenient, says('one # two three')],
];

const quotes: readonly Case[] = [
  ['single quotes doubled', described("'it''s'"), [], says("it's")],
  ['escapes', described('"a\\tb \\u00e9 \\"q\\""'), [], says('a\tb é "q"')],
  ['an apostrophe inside', described("It's plain"), [], says("It's plain")],
  ['quotes inside', described('Say "yes" now'), [], says('Say "yes" now')],
  ['an open double quote', described('"never closed'), lenient, says('"never closed')],
  ['an open single quote', described("'never closed"), lenient, says("'never closed")],
  ['text behind quotes', described('"Demo" does it'), lenient, says('"Demo" does it')],
  ['an apostrophe in quotes', described("'It's here'"), lenient, says("It's here")],
  ['a bad escape', described('"C:\\Users"'), lenient, says('C:\\Users')],
  ['quotes over lines', described('"one\n  two"'), [], says('one two')],
  ['quotes over lines, not indented', described('"one\ntwo"'), [], says('one two')],
  ['single quotes over lines, not indented', described("'one\ntwo'"), [], says('one two')],
  ['plain over lines', described('one\n  two\n  three'), [], says('one two three')],
  ['plain over lines, not indented', described('one\ntwo'), bad],
  ['empty double quotes', described('""'), silent],
  ['blank quotes', described('"   "'), silent],
  ['white space around', described('"  x  "'), [], says('x')],
  ['a key in quotes', md('"name": demo', "'description': x"), [], says('x')],
];

const blocks: readonly Case[] = [
  ['a literal block', described('|\n  one\n  two'), [], says('one\ntwo')],
  ['a folded block', described('>\n  one\n  two'), [], says('one two')],
  ['a stripped block', described('|-\n  one'), [], says('one')],
  ['a kept block', described('>+\n  one\n\n'), [], says('one')],
  ['a block with its depth', described('|2\n  one\n    two'), [], says('one\n  two')],
  ['a block with depth and sign', described('>2-\n  one'), [], says('one')],
  ['a block with a comment', described('| # text\n  one'), [], says('one')],
  [
    'a block of odd signs',
    described('|\n  *a* : `b` @c %d\n  "e'),
    [],
    {
      description: '*a* : `b` @c %d\n"e',
    },
  ],
  ['an empty block', described('|\n'), silent],
  ['a block that is not indented', described('|\none'), bad],
  ['a bar that starts no block', described('| a | b |'), lenient, says('| a | b |')],
  ['a quotation sign', described('> quoted words'), lenient, says('> quoted words')],
  ['tabs as indentation', md('name: demo', 'description: x', 'metadata:', '\ta: b'), bad],
  ['a tab in a value', described('a\tb'), [], says('a\tb')],
];

const signs: readonly Case[] = [
  ['bold text', described('**Bold** text'), lenient, says('**Bold** text')],
  ['one asterisk', described('*x* y'), lenient, says('*x* y')],
  ['an alias of nothing', described('*nothing'), lenient, says('*nothing')],
  ['a backtick', described('`code` first'), lenient, says('`code` first')],
  ['an at sign', described('@team asks'), lenient, says('@team asks')],
  ['a percent sign', described('%d values'), lenient, says('%d values')],
  ['an exclamation mark', described('!important x'), lenient, says('!important x')],
  ['a tag of Python', described('!!python/object/apply:os.system [id]'), lenient],
  ['a tag of JavaScript', described('!!js/function "function(){}"'), lenient],
  ['a known tag', described('!!str 12'), [], says('12')],
  ['an ampersand alone', described('& more'), lenient, says('& more')],
  ['brackets side by side', md('name: demo', 'description: d', 'hint: [a] [b]'), lenient],
  ['a bracket first', described('[beta] does it'), lenient, says('[beta] does it')],
  ['a brace first', described('{x} is put in'), lenient, says('{x} is put in')],
  ['an open bracket', described('[never closed'), lenient, says('[never closed')],
  ['a dash first', described('- item'), lenient, says('- item')],
  ['a question mark first', described('? why'), lenient, says('? why')],
  ['a comma first', described(', then'), lenient, says(', then')],
  ['a hash first', described('#tag'), silent],
  ['tags of HTML', described('<b>bold</b> & <i>x</i>'), [], says('<b>bold</b> & <i>x</i>')],
  ['an arrow', described('-> out'), [], says('-> out')],
  ['a tilde', described('~'), silent],
  ['an equals sign', described('= x'), [], says('= x')],
];

const values: readonly Case[] = [
  ['a number', described('1.0'), [], says('1.0')],
  ['yes', described('yes'), [], says('yes')],
  ['true', described('true'), [], says('true')],
  ['an octal number', described('010'), [], says('010')],
  ['a date', described('2024-01-01'), [], says('2024-01-01')],
  ['null', described('null'), silent],
  ['nothing', described(''), silent],
  ['no description at all', md('name: demo'), silent],
  ['a list', described('[a, b]'), silent],
  ['a list in lines', described('\n  - a\n  - b'), silent],
  ['a mapping', described('{a: b}'), silent],
  ['a mapping in lines', described('\n  a: b'), silent],
  ['emoji', described('🙂 works 👩‍👩‍👧'), [], says('🙂 works 👩‍👩‍👧')],
  ['right to left', described('שלום \u202eabc'), [], says('שלום \u202eabc')],
  ['Chinese', described('统计字数：很快'), [], says('统计字数：很快')],
  ['1024 characters', described(long(1024)), [], says(long(1024))],
  ['1025 characters', described(long(1025)), ['description_too_long'], says(long(1025))],
  ['1024 emoji', described(long(1024, '🙂')), []],
  ['1025 emoji', described(long(1025, '🙂')), ['description_too_long']],
  ['a text', md('only words'), bad],
  ['a list as frontmatter', md('- name: demo', '- description: x'), bad],
  ['a mapping in braces', md('{name: demo, description: x}'), [], says('x')],
  ['a key twice', md('name: demo', 'description: a', 'description: b'), [], says('b')],
  ['an unknown key', md('name: demo', 'description: x', 'version: 1.0', 'tags: [a]'), []],
  ['allowed-tools', md('name: demo', 'description: x', 'allowed-tools: Bash(git:*) Read'), []],
  ['allowed-tools as a list', md('name: demo', 'description: x', 'allowed-tools:', '  - A'), []],
  ['keys in capitals', md('Name: demo', 'Description: x'), ['missing_name', 'missing_description']],
  ['a key of the prototype', md('__proto__: {description: y}', 'name: demo'), silent],
  ['a key of all objects', md('name: demo', 'description: x', 'constructor: y'), [], says('x')],
];

const names: readonly Case[] = [
  ['no name', md('description: x'), ['missing_name'], { name: 'demo' }],
  ['an empty name', md('name:', 'description: x'), ['missing_name'], { name: 'demo' }],
  ['a list as name', md('name: [demo]', 'description: x'), ['missing_name'], { name: 'demo' }],
  ['another name', md('name: other', 'description: x'), ['name_mismatch'], { name: 'other' }],
  ['capitals', md('name: Demo', 'description: x'), ['name_mismatch', 'invalid_name']],
  ['spaces', md('name: my demo', 'description: x'), ['name_mismatch', 'invalid_name']],
  ['two hyphens', md('name: de--mo', 'description: x'), ['name_mismatch', 'invalid_name']],
  ['a hyphen first', md('name: -demo', 'description: x'), ['name_mismatch', 'invalid_name']],
  ['a hyphen last', md('name: demo-', 'description: x'), ['name_mismatch', 'invalid_name']],
  ['an underscore', md('name: de_mo', 'description: x'), ['name_mismatch', 'invalid_name']],
  ['an umlaut', md('name: démo', 'description: x'), ['name_mismatch', 'invalid_name']],
  ['a path', md('name: ../demo', 'description: x'), ['name_mismatch', 'invalid_name']],
  ['64 characters', md(`name: ${long(64)}`, 'description: x'), ['name_mismatch']],
  ['65 characters', md(`name: ${long(65)}`, 'description: x'), ['name_mismatch', 'name_too_long']],
  [
    '1,000 spaces and capitals',
    md(`name: ${long(500, 'A b')}`, 'description: x'),
    ['name_mismatch', 'invalid_name', 'name_too_long'],
  ],
  ['a number', md('name: 123', 'description: x'), ['name_mismatch'], { name: '123' }],
  ['white space around', md('name: " demo "', 'description: x'), [], { name: 'demo' }],
];

const extras: readonly Case[] = [
  ['a license', md('name: demo', 'description: x', 'license: MIT'), [], { license: 'MIT' }],
  [
    'an empty license',
    md('name: demo', 'description: x', 'license:'),
    [],
    {
      name: 'demo',
      description: 'x',
    },
  ],
  [
    'a list of licenses',
    md('name: demo', 'description: x', 'license: [MIT, ISC]'),
    [],
    {
      license: '["MIT","ISC"]',
    },
  ],
  [
    '500 characters of compatibility',
    md('name: demo', 'description: x', `compatibility: ${long(500)}`),
    [],
  ],
  [
    '501 characters of compatibility',
    md('name: demo', 'description: x', `compatibility: ${long(501)}`),
    ['compatibility_too_long'],
    { compatibility: long(501) },
  ],
  [
    'metadata',
    meta('  owner: me', '  version: 1.0', '  since: 2024-01-01', '  beta: yes'),
    [],
    {
      metadata: { owner: 'me', version: '1.0', since: '2024-01-01', beta: 'yes' },
    },
  ],
  ['metadata without a value', meta('  a:', '  b: ~'), [], { metadata: { a: '', b: '' } }],
  [
    'nested metadata',
    meta('  a: {b: [1, x], c: null}'),
    [],
    {
      metadata: { a: '{"b":["1","x"],"c":null}' },
    },
  ],
  ['empty metadata', md('name: demo', 'description: x', 'metadata: {}'), [], { metadata: {} }],
  [
    'metadata left empty',
    md('name: demo', 'description: x', 'metadata:'),
    [],
    {
      name: 'demo',
      description: 'x',
    },
  ],
  [
    'metadata as text',
    md('name: demo', 'description: x', 'metadata: words'),
    ['metadata_not_mapping'],
    {
      name: 'demo',
      description: 'x',
    },
  ],
  [
    'metadata as a list',
    md('name: demo', 'description: x', 'metadata: [a]'),
    ['metadata_not_mapping'],
  ],
  ['an anchor and its alias', md('name: &n demo', 'description: *n'), [], says('demo')],
  ['a merge key', md('base: &b {description: x}', 'name: demo', '<<: *b'), [], says('x')],
  ['a merge of text', md('name: demo', 'description: x', '<<: y'), bad],
  [
    'all warnings together',
    md(
      `name: ${long(65, 'A')}`,
      `description: ${long(1025)}`,
      `compatibility: ${long(501)}`,
      'metadata: x',
      'hint: a: b',
    ),
    [
      'yaml_lenient_retry',
      'name_mismatch',
      'invalid_name',
      'name_too_long',
      'description_too_long',
      'compatibility_too_long',
      'metadata_not_mapping',
    ],
  ],
];

const bombs: readonly Case[] = [
  ['aliases of aliases', meta(...bombLines()), bad],
  ['a value that holds itself', meta('  a: &a [*a]'), bad],
  [
    'metadata that holds itself',
    md('name: demo', 'description: x', 'metadata: &m', '  a: *m'),
    bad,
  ],
  ['one long text many times', meta(`  a: &a ${long(9000)}`, ...lettered(500, '*a')), bad],
  ['2,000 aliases', md('name: &n demo', 'description: x', `list: [${long(2000, '*n, ')}]`), bad],
  ['many merges', md('description: &b {a: b}', `<<: [${long(900, '*b, ')}]`), bad],
  ['deep brackets', described(`${long(1000, '[')}x`), lenient, says(`${long(1000, '[')}x`)],
  ['deep dashes', md('name: demo', 'description: x', `list: \n  ${long(30_000, '- ')}`), bad],
  ['a frontmatter of 64 K', md('name: demo', 'description: x', `# ${long(65_500)}`), []],
  ['a frontmatter over 64 K', md('name: demo', 'description: x', `# ${long(65_536)}`), bad],
  ['no second fence in 1 MB', `---\nname: demo\n${long(1_000_000, 'a: b\n')}`, bad],
  ['a body of 1 MB', described('x') + long(1_000_000), [], says('x')],
];

const bytes: readonly Case[] = [
  ['UTF-16', Buffer.from(`\uFEFF${described('x')}`, 'utf16le'), none],
  ['NUL first', `\0${described('x')}`, none],
  ['NUL in the value', described('a\0b'), none],
  ['NUL far behind', described('x') + long(9000) + '\0', [], says('x')],
  ['a control character', described('a\u0001b'), lenient, says('a\u0001b')],
  ['Latin-1', Buffer.from(described('größe'), 'latin1'), lenient, says('gr\uFFFD\uFFFDe')],
  ['Latin-1 in the body', Buffer.concat([Buffer.from(described('x')), Buffer.from([0xe4])]), []],
  ['an archive', Buffer.from('504b0304140000000800', 'hex'), none],
  ['half a character at the end', Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xf0, 0x9f]), none],
];

/** Nine levels of lists, each eight times the one before. */
function bombLines(): string[] {
  const level = (name: string, of: string) => `  ${name}: &${name} [${Array(8).fill(of)}]`;
  return ['x', ...'abcdefgh'].map((name, at, all) =>
    level(name, at === 0 ? 'y' : `*${all[at - 1]}`),
  );
}

function lettered(count: number, value: string): string[] {
  return Array.from({ length: count }, (_, at) => `  k${at}: ${value}`);
}

const corpus = Object.entries({
  fences,
  colons,
  quotes,
  blocks,
  signs,
  values,
  names,
  extras,
  bombs,
  bytes,
}).flatMap(([group, cases]) => cases.map(one => [`${group}: ${one[0]}`, one] as const));

it('has at least 120 texts, each under its own name', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(120);
  expect(new Set(corpus.map(([name]) => name)).size).toBe(corpus.length);
});

it.each(corpus)('reads %s', (_name, [, text, codes, fields]) => {
  const { record, findings } = readSkill('demo', Buffer.from(text));
  expect(findings.map(({ code }) => code)).toEqual(codes);
  const exact = fields && 'name' in fields && 'description' in fields;
  if (exact) expect(record).toEqual(fields);
  else expect(record).toMatchObject(fields ?? {});
});

it('says the same of every text when it lies in a folder', async () => {
  await using dir = await testFolder();
  const signal = new AbortController().signal;
  for (const [at, [name, [, text]]] of corpus.entries()) {
    const skillsDir = join(dir.path, String(at));
    await mkdir(join(skillsDir, 'demo'), { recursive: true });
    await writeFile(join(skillsDir, 'demo/SKILL.md'), text);
    expect(await discoverSkills(skillsDir, { maxFileSizeMb: 50, signal }), name).toEqual([
      { folder: 'demo', ...readSkill('demo', Buffer.from(text)) },
    ]);
  }
});
