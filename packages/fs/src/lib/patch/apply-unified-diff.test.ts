import { describe, expect, it } from 'vitest';
import { applyUnifiedDiff } from './apply-unified-diff.ts';

const header = '--- a/file\n+++ b/file\n';
const marker = '\\ No newline at end of file';

function apply(file: string, patch: string, encoding: BufferEncoding = 'utf8'): string {
  return applyUnifiedDiff(Buffer.from(file, encoding), patch).content.toString(encoding);
}

function failure(file: string, patch: string): string {
  try {
    applyUnifiedDiff(Buffer.from(file), patch);
  } catch (error) {
    if (error instanceof Error && error.name === 'ToolError') return error.message;
    throw error;
  }
  throw new Error('the patch was applied');
}

/** Names, file, hunks without the file header, wanted content. */
const applied: readonly (readonly [string, string, string, string])[] = [
  ['replaces a line', 'a\nb\nc\n', '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n', 'a\nB\nc\n'],
  ['reads a count of one that is left out', 'a\nb\n', '@@ -2 +2 @@\n-b\n+B\n', 'a\nB\n'],
  ['inserts before the first line', 'a\n', '@@ -0,0 +1,2 @@\n+x\n+y\n', 'x\ny\na\n'],
  ['inserts after the stated line', 'a\nb\n', '@@ -1,0 +2 @@\n+x\n', 'a\nx\nb\n'],
  ['appends after the last line', 'a\nb\n', '@@ -2,0 +3 @@\n+x\n', 'a\nb\nx\n'],
  ['removes without context', 'a\nb\nc\n', '@@ -2 +1,0 @@\n-b\n', 'a\nc\n'],
  ['empties a file', 'a\nb\n', '@@ -1,2 +0,0 @@\n-a\n-b\n', ''],
  ['fills an empty file', '', '@@ -0,0 +1,2 @@\n+a\n+b\n', 'a\nb\n'],
  ['takes a section heading', 'a\nb\n', '@@ -1,2 +1,2 @@ function x()\n a\n-b\n+B\n', 'a\nB\n'],
  [
    'applies two hunks with a shift',
    'a\nb\nc\nd\ne\n',
    '@@ -1 +1,2 @@\n-a\n+A\n+AA\n@@ -4,2 +5 @@\n-d\n e\n',
    'A\nAA\nb\nc\ne\n',
  ],
  ['applies hunks that touch', 'a\nb\n', '@@ -1 +1 @@\n-a\n+A\n@@ -2 +2 @@\n-b\n+B\n', 'A\nB\n'],
  [
    'edits the stated one of equal pairs',
    'x\ny\nx\ny\nx\ny\n',
    '@@ -3,2 +3,2 @@\n x\n-y\n+Y\n',
    'x\ny\nx\nY\nx\ny\n',
  ],
  ['removes a line that starts with "-- "', '-- x\na\n', '@@ -1,2 +1 @@\n--- x\n a\n', 'a\n'],
  ['adds a line that starts with "++ "', 'a\n', '@@ -1 +1,2 @@\n a\n+++ x\n', 'a\n++ x\n'],
  [
    'takes what looks like a file header in a body',
    '-- a\n@@\n',
    '@@ -1,2 +1,2 @@\n--- a\n+++ b\n @@\n',
    '++ b\n@@\n',
  ],
  [
    'accepts a stripped empty context line',
    'a\n\nb\n',
    '@@ -1,3 +1,3 @@\n a\n\n-b\n+B\n',
    'a\n\nB\n',
  ],
  ['ignores empty lines after the last hunk', 'a\n', '@@ -1 +1 @@\n-a\n+A\n\n\n', 'A\n'],
  ['takes a patch without a final newline', 'a\nb\n', '@@ -1,2 +1,2 @@\n-a\n+A\n b', 'A\nb\n'],
  ['keeps a missing final newline', 'a\nb', `@@ -1,2 +1,2 @@\n-a\n+A\n b\n${marker}\n`, 'A\nb'],
  ['removes the final newline', 'a\n', `@@ -1 +1 @@\n-a\n+a\n${marker}\n`, 'a'],
  ['adds the final newline', 'a', `@@ -1 +1 @@\n-a\n${marker}\n+a\n`, 'a\n'],
  [
    'appends to a file without final newline',
    'a',
    `@@ -1 +1,2 @@\n-a\n${marker}\n+a\n+b\n${marker}\n`,
    'a\nb',
  ],
  ['takes a translated marker', 'a', '@@ -1 +1 @@\n-a\n\\ Kein Zeilenumbruch\n+b\n', 'b\n'],
  ['leaves a missing newline below the hunk', 'a\nb', '@@ -1 +1 @@\n-a\n+A\n', 'A\nb'],
  ['removes the new last line again', 'a\nb\n', '@@ -2 +1,0 @@\n-b\n', 'a\n'],
  [
    'treats U+2028 and a lone return as text',
    'a\u2028\rb\nc\n',
    '@@ -2 +2 @@\n-c\n+d\n',
    'a\u2028\rb\nd\n',
  ],
  [
    'matches U+2028 and a lone return',
    'a\u2028\rb\n',
    '@@ -1 +1 @@\n-a\u2028\rb\n+c\u2028\rd\n',
    'c\u2028\rd\n',
  ],
  [
    'keeps a byte order mark above the hunk',
    '\ufeffa\nb\n',
    '@@ -2 +2 @@\n-b\n+B\n',
    '\ufeffa\nB\n',
  ],
  ['matches a byte order mark', '\ufeffa\n', '@@ -1 +1 @@\n-\ufeffa\n+\ufeffb\n', '\ufeffb\n'],
  ['matches text outside ASCII', 'größe 🙂\n', '@@ -1 +1 @@\n-größe 🙂\n+länge 🙃\n', 'länge 🙃\n'],
  ['matches NUL and tab', 'a\0\t\n', '@@ -1 +1 @@\n-a\0\t\n+b\0\n', 'b\0\n'],
  ['matches trailing spaces', 'a  \n', '@@ -1 +1 @@\n-a  \n+a\n', 'a\n'],
  ['keeps mixed line ends outside', 'a\r\nb\nc\r\n', '@@ -2 +2 @@\n-b\n+B\n', 'a\r\nB\nc\r\n'],
  ['takes the returns of a CRLF file', 'a\r\nb\r\n', '@@ -2 +2 @@\n-b\r\n+B\r\n', 'a\r\nB\r\n'],
  ['turns CRLF into LF when told', 'a\r\nb\r\n', '@@ -1 +1 @@\n-a\r\n+a\n', 'a\nb\r\n'],
];

describe('applyUnifiedDiff', () => {
  it.each(applied)('%s', (_name, file, hunks, wanted) => {
    expect(apply(file, header + hunks)).toBe(wanted);
    expect(apply(file, hunks)).toBe(wanted);
  });

  it('keeps undecodable bytes around and beside the hunk', () => {
    const file = Buffer.from([0xff, 0xfe, 10, 0x61, 10, 0x80, 0xc3]);
    const { content } = applyUnifiedDiff(file, '@@ -2 +2 @@\n-a\n+ä\n');
    expect(content.toString('hex')).toBe('fffe0ac3a40a80c3');
  });

  it('counts the hunks and has no note for a plain patch', () => {
    const hunks = '@@ -1 +1 @@\n-a\n+A\n@@ -3 +3 @@\n-c\n+C\n';
    const result = applyUnifiedDiff(Buffer.from('a\nb\nc\n'), header + hunks);
    expect({ ...result, content: result.content.toString() }).toEqual({
      content: 'A\nb\nC\n',
      hunkCount: 2,
      notes: [],
    });
  });

  it.each([
    ['only context', '@@ -1,2 +1,2 @@\n a\n b\n'],
    ['a line replaced by itself', '@@ -1 +1 @@\n-a\n+a\n'],
    ['a hunk of no lines', '@@ -1,0 +1,0 @@\n'],
  ])('notes that a patch changes nothing: %s', (_name, hunks) => {
    const { content, notes } = applyUnifiedDiff(Buffer.from('a\nb\n'), header + hunks);
    expect(content.toString()).toBe('a\nb\n');
    expect(notes).toEqual(['the patch changes nothing: the content stays as it was']);
  });

  it('leaves the original buffer alone', () => {
    const file = Buffer.from('a\n');
    applyUnifiedDiff(file, '@@ -1 +1 @@\n-a\n+b\n');
    expect(file.toString()).toBe('a\n');
  });
});

const creating = '--- /dev/null\n+++ b/file\n@@ -0,0 +1 @@\n+a\n';

describe('a patch that creates a file', () => {
  it('fills an empty file', () => expect(apply('', creating)).toBe('a\n'));
  it('is refused for a file with content', () => {
    expect(failure('b\n', creating)).toMatch(/^the patch creates a file, but .* create_file\.$/);
  });
  it('is known by its git header too', () => {
    const patch = 'diff --git a/f b/f\nnew file mode 100644\n@@ -0,0 +1 @@\n+a\n';
    expect(failure('b\n', patch)).toContain('create_file');
  });
});

const mismatch = 'the patch does not match current file content: ';

describe('a patch that does not match', () => {
  it.each([
    [
      'says where the block stands',
      'a\nb\nc\nd\n',
      '@@ -1,2 +1,2 @@\n c\n-d\n+D\n',
      'hunk 1 (@@ -1,2 +1,2 @@): line 1 should be "c", found "a". ' +
        'The old lines of this hunk stand at line 3, but the header says 1: correct it.',
    ],
    [
      'names up to three places',
      'b\na\na\na\na\n',
      '@@ -1 +1 @@\n-a\n+A\n',
      'hunk 1 (@@ -1 +1 @@): line 1 should be "a", found "b". The old lines of this hunk ' +
        'stand at line 2, 3, 4 and further down, but the header says 1: correct it.',
    ],
    [
      'says that the block occurs nowhere',
      'a\nb\n',
      '@@ -1,2 +1,2 @@\n a\n-c\n+C\n',
      'hunk 1 (@@ -1,2 +1,2 @@): line 2 should be "c", found "b". ' +
        'The old lines of this hunk occur nowhere: read the file again and make a new patch.',
    ],
    [
      'names the failing one of two hunks',
      'a\nb\nc\n',
      '@@ -1 +1 @@\n-a\n+A\n@@ -3 +3 @@\n-b\n+B\n',
      'hunk 2 (@@ -3 +3 @@): line 3 should be "b", found "c". ' +
        'The old lines of this hunk stand at line 2, but the header says 3: correct it.',
    ],
    [
      'names the end of the file',
      'a\n',
      '@@ -1,2 +1 @@\n a\n-b\n',
      'hunk 1 (@@ -1,2 +1 @@): line 2 should be "b", found the end of the file. ' +
        'The old lines of this hunk occur nowhere: read the file again and make a new patch.',
    ],
    [
      'refuses a start past the end',
      'a\nb\n',
      '@@ -9 +9 @@\n-b\n+B\n',
      'hunk 1 (@@ -9 +9 @@): the file has only 2 lines. ' +
        'The old lines of this hunk stand at line 2, but the header says 9: correct it.',
    ],
    [
      'refuses an insertion past the end',
      'a\nb\n',
      '@@ -3,0 +4 @@\n+x\n',
      'hunk 1 (@@ -3,0 +4 @@): the file has only 2 lines. ' +
        'Read the file again and make a new patch.',
    ],
    [
      'shows a return that differs',
      'a\r\nb\n',
      '@@ -1 +1 @@\n-a\n+A\n',
      'hunk 1 (@@ -1 +1 @@): line 1 should be "a", found "a\\r". ' +
        'The old lines of this hunk occur nowhere: read the file again and make a new patch.',
    ],
    [
      'wants the marker of a last line',
      'a\nb',
      '@@ -1,2 +1,2 @@\n-a\n+A\n b\n',
      'hunk 1 (@@ -1,2 +1,2 @@): line 2 has no newline at the end of the file, ' +
        'but the patch lacks "\\ No newline at end of file" after it.',
    ],
    [
      'refuses the marker of a line with newline',
      'a\nb\n',
      `@@ -2 +2 @@\n-b\n${marker}\n+B\n`,
      'hunk 1 (@@ -2 +2 @@): line 2 ends with a newline in the file, ' +
        'but the patch has "\\ No newline at end of file" after it.',
    ],
    [
      'glues nothing to a last line',
      'a\nb',
      '@@ -2,0 +3 @@\n+c\n',
      'hunk 1 (@@ -2,0 +3 @@): line 2, the last one, has no newline, so nothing can be added ' +
        'after it. Remove that line with its marker and add it again with a newline.',
    ],
    [
      'glues no rest to an added line',
      'a\nb\n',
      `@@ -1 +1 @@\n-a\n+A\n${marker}\n`,
      'hunk 1 (@@ -1 +1 @@): its new text ends with "\\ No newline at end of file", ' +
        'but the file goes on with line 2.',
    ],
  ])('%s', (_name, file, hunks, message) => {
    expect(failure(file, header + hunks)).toBe(mismatch + message);
  });

  it('shortens long lines around the difference', () => {
    const text = failure(`${'x'.repeat(500)}y\n`, `@@ -1 +1 @@\n-${'x'.repeat(500)}z\n+a\n`);
    const start = `"…${'x'.repeat(40)}`;
    expect(text).toContain(`line 1 should be ${start}z", found ${start}y".`);
  });
});

describe('large input', () => {
  it('applies 10,000 hunks to 10 MB within five seconds', () => {
    const lines = Array.from({ length: 200_000 }, (_, at) => `${at} ${'text '.repeat(9)}`);
    const hunks: string[] = [];
    const wanted = [...lines];
    for (let at = 1; at < lines.length; at += 20) {
      wanted[at] = `new ${at}`;
      hunks.push(`@@ -${at},3 +${at},3 @@\n ${lines[at - 1]}\n-${lines[at]}\n+new ${at}`);
      hunks.push(` ${lines[at + 1]}`);
    }
    const file = Buffer.from(`${lines.join('\n')}\n`);
    const start = performance.now();
    const result = applyUnifiedDiff(file, `${header}${hunks.join('\n')}\n`);
    expect(performance.now() - start).toBeLessThan(5000);
    expect(result.hunkCount).toBe(10_000);
    expect(result.content.equals(Buffer.from(`${wanted.join('\n')}\n`))).toBe(true);
  });

  it('searches a large repetitive file for a large block within five seconds', () => {
    const file = 'a\n'.repeat(1_000_000);
    const context = ' a\n'.repeat(200_000);
    const patch = `@@ -1,200001 +1,200000 @@\n${context}-b\n`;
    const start = performance.now();
    expect(failure(file, patch)).toContain('occur nowhere');
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
