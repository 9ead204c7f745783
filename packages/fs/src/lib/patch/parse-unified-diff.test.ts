import { describe, expect, it } from 'vitest';
import { parseUnifiedDiff } from './parse-unified-diff.ts';

const header = '--- a/file\n+++ b/file\n';
const hunk = '@@ -1 +1 @@\n-a\n+A\n';
const marker = '\\ No newline at end of file';

function failure(patch: string): string {
  try {
    parseUnifiedDiff(patch);
  } catch (error) {
    if (error instanceof Error && error.name === 'ToolError') return error.message;
    throw error;
  }
  throw new Error('the patch was accepted');
}

describe('parseUnifiedDiff', () => {
  it('gives positions, counts and lines', () => {
    expect(parseUnifiedDiff(`${header}@@ -3,0 +4,2 @@ x\n+a\n+b\n${marker}\n`)).toEqual({
      hunks: [
        {
          label: 'hunk 1 (@@ -3,0 +4,2 @@)',
          oldIndex: 3,
          oldCount: 0,
          newIndex: 3,
          newCount: 2,
          lines: [
            { kind: 'added', content: 'a', ended: true },
            { kind: 'added', content: 'b', ended: false },
          ],
        },
      ],
      createsFile: false,
      crlfHeaders: false,
      lastLineUnterminated: false,
      notes: [],
    });
  });

  it.each([
    ['a git header', `diff --git a/f b/f\nindex 1234567..89abcde 100644\n${header}${hunk}`],
    ['a similarity', `diff --git a/f b/f\nsimilarity index 90%\nindex 1..2\n${header}${hunk}`],
    ['a header of GNU diff', `diff -ru a/f b/f\n--- a/f\t2024-01-01\n+++ b/f\t2024-01-02\n${hunk}`],
    ['an index header', `Index: f\n${'='.repeat(67)}\n${header}${hunk}`],
    ['no file header', hunk],
    ['empty lines before it', `\n \n${header}\n${hunk}`],
  ])('accepts %s without a note', (_name, patch) => {
    const { hunks, notes } = parseUnifiedDiff(patch);
    expect(hunks).toHaveLength(1);
    expect(notes).toEqual([]);
  });

  it.each([
    ['bare', '```\n', '```'],
    ['named', '```diff\n', '```\n'],
    ['longer and spaced', '\n````patch\n\n', '\n````\n\n'],
  ])('takes off a code fence with a note: %s', (_name, open, close) => {
    const { hunks, notes } = parseUnifiedDiff(open + header + hunk + close);
    expect(hunks).toHaveLength(1);
    expect(notes).toEqual(['the Markdown code fence around the patch was removed']);
  });

  it.each([
    [true, 'a body line', hunk.slice(0, -1)],
    [false, 'a newline', hunk],
    [false, 'a marker', `${hunk}${marker}`],
    [false, 'a code fence', `\`\`\`\n${hunk}\`\`\``],
  ])('tells (%s) whether the text ends within a body line, after %s', (open, _name, patch) => {
    expect(parseUnifiedDiff(patch).lastLineUnterminated).toBe(open);
  });

  it('notes that a file mode is not changed', () => {
    const modes = 'diff --git a/f b/f\nold mode 100644\nnew mode 100755\n';
    expect(parseUnifiedDiff(modes + header + hunk).notes).toEqual([
      'the change of the file mode was ignored',
    ]);
  });

  it.each([
    ['too many declared', '@@ -1,2 +1,2 @@\n-a\n+A\n', '2 old and 2 new', '1 old and 1 new'],
    ['too few declared', '@@ -1 +1 @@\n-a\n+A\n b\n', '1 old and 1 new', '2 old and 2 new'],
    ['old count too large', '@@ -1,2 +1 @@\n-a\n+A\n', '2 old and 1 new', '1 old and 1 new'],
    ['old count too small', '@@ -1 +1,2 @@\n-a\n-b\n+A\n', '1 old and 2 new', '2 old and 1 new'],
    ['new count too large', '@@ -1 +1,2 @@\n-a\n+A\n', '1 old and 2 new', '1 old and 1 new'],
    ['new count too small', '@@ -1 +1 @@\n-a\n+A\n+B\n', '1 old and 1 new', '1 old and 2 new'],
    ['no body', '@@ -1,2 +1,2 @@\n', '2 old and 2 new', '0 old and 0 new'],
    [
      'the next hunk too early',
      `@@ -1,3 +1,3 @@\n a\n-b\n+B\n@@ -9 +9 @@\n-x\n+y\n`,
      '3 old and 3 new',
      '2 old and 2 new',
    ],
    [
      'an empty line between hunks',
      `@@ -1 +1 @@\n-a\n+A\n\n@@ -9 +9 @@\n-x\n+y\n`,
      '1 old and 1 new',
      '2 old and 2 new',
    ],
    [
      'an empty line and more',
      '@@ -1 +1 @@\n-a\n+A\n\n b\n\n',
      '1 old and 1 new',
      '3 old and 3 new',
    ],
    [
      'a mail signature',
      '@@ -1 +1 @@\n-a\n+A\n-- \n2.39.5\n',
      '1 old and 1 new',
      '2 old and 1 new',
    ],
  ])('compares the counts with the body: %s', (_name, hunks, declared, found) => {
    const label = `hunk 1 (${hunks.split('\n')[0]})`;
    expect(failure(header + hunks)).toBe(
      `malformed patch: ${label} declares ${declared} lines, its body has ${found}. ` +
        'A context line counts on both sides, a removed one as old, an added one as new.',
    );
  });

  it.each([
    ['an empty patch', '', /^malformed patch: it has no hunk\. A hunk looks like this:\n@@ -3,2/],
    ['a header alone', header, /^malformed patch: it has no hunk\./],
    ['an empty code fence', '```diff\n```\n', /^malformed patch: it has no hunk\./],
    ['a hunk without numbers', `${header}@@ @@\n-a\n+A\n`, /"@@ @@".* lacks line numbers\. A hunk/],
    ['words for numbers', `${header}@@ def x():\n-a\n`, /"@@ def x\(\):", lacks line numbers\./],
    ['a huge number', `@@ -99999999999 +1 @@\n-a\n+b\n`, /lacks line numbers\./],
    ['a combined hunk', `${header}@@@ -1 -1 +1 @@@\n--a\n++b\n`, /combined diff has several old/],
    ['a combined header', `diff --cc f\n${hunk}`, /combined diff has several old sides/],
    ['line 0', '@@ -0 +1 @@\n-a\n+A\n', /hunk 1 \(@@ -0 \+1 @@\) has lines at line 0\./],
    ['prose before it', `Here it is:\n${header}${hunk}`, /line 1, "Here it is:", before the first/],
    ['prose after it', `${header}${hunk}Done.\n`, /line 6, "Done\.", after the last hunk/],
    [
      'prose in a body',
      `@@ -1,2 +1,2 @@\n-a\n+A\nb\n`,
      /line 4 in hunk 1 \(.*\), "b", starts with/,
    ],
    ['an open code fence', `\`\`\`diff\n${hunk}`, /the code fence around it is never closed/],
    ['a closing fence alone', `${hunk}\`\`\`\n`, /line 4, "```", after the last hunk/],
    ['text after the fence', `\`\`\`\n${hunk}\`\`\`\nbye\n`, /line 6, "bye", after the last hunk/],
    ['half a file header', `--- a/f\n${hunk}`, /line 1, "--- a\/f", is half a file header/],
    ['the other half', `+++ b/f\n${hunk}`, /line 1, "\+\+\+ b\/f", is half a file header/],
    ['a header on one line', '--- a/f +++ b/f @@ -1 +1 @@ -a +A', /is half a file header/],
    ['a second file', header + hunk + header + hunk, /a second file starts on patch line 6\./],
    [
      'a second git header',
      `${hunk}diff --git a/g b/g\n`,
      /a second file starts on patch line 4\./,
    ],
    [
      'two git headers',
      `diff --git a/f b/f\ndiff --git a/g b/g\n`,
      /a second file starts on patch/,
    ],
    ['two file headers', header + header + hunk, /a second file starts on patch line 3\./],
    ['a marker first', `@@ -1 +1 @@\n${marker}\n-a\n+A\n`, /line 2 in hunk 1 .* follows no line\./],
    [
      'two markers',
      `@@ -1 +1 @@\n-a\n+A\n${marker}\n${marker}\n`,
      /line 5, .* after the last hunk/,
    ],
    [
      'a marker after nothing',
      `@@ -1 +1 @@\n-a\n+\n${marker}\n`,
      /line 4 .* follows an empty line/,
    ],
    [
      'a marker amid old lines',
      `@@ -1,2 +1 @@\n-a\n${marker}\n-b\n+A\n`,
      /more lines of the same side follow a "\\ No newline" marker, in hunk 1/,
    ],
    [
      'a marker amid new lines',
      `@@ -1 +1,2 @@\n-a\n+A\n${marker}\n+B\n`,
      /follow a "\\ No newline"/,
    ],
    ['a marker above a hunk', `${hunk}${marker}\n@@ -3 +3 @@\n-c\n+C\n`, /marker, in hunk 2/],
    ['overlapping hunks', `@@ -1,2 +1,2 @@\n a\n b\n@@ -2 +2 @@\n-b\n+B\n`, /hunk 2 .* before the/],
    ['hunks in reverse', `@@ -5 +5 @@\n-e\n+E\n${hunk}`, /hunk 2 .* starts before the hunk above/],
    ['a wrong new start', '@@ -2 +3 @@\n-b\n+B\n', /the new start of hunk 1 \(.*\) should be 2\./],
    [
      'a new start without the shift',
      `@@ -1 +1,2 @@\n-a\n+A\n+B\n@@ -5 +5 @@\n-e\n+E\n`,
      /the new start of hunk 2 \(@@ -5 \+5 @@\) should be 6\./,
    ],
    ['a wrong new start of no lines', '@@ -2 +2,0 @@\n-b\n', /the new start of .* should be 1\./],
    ['half a character', `@@ -1 +1 @@\n-a\n+\ud83d\n`, /patch line 3 holds half a .*U\+D83D/],
  ])('calls the patch malformed for %s', (_name, patch, message) => {
    const text = failure(patch);
    expect(text).toMatch(/^malformed patch: /);
    expect(text).toMatch(message);
  });

  it.each([
    ['a rename', 'rename from a\nrename to b\n', 'move_file'],
    ['a copy', 'copy from a\ncopy to b\n', 'copy_file'],
    ['a deleted file', 'deleted file mode 100644\n', 'delete_file'],
    ['/dev/null as new name', '--- a/f\n+++ /dev/null\n', 'delete_file'],
    ['a binary patch', 'index 1..2\nGIT binary patch\nliteral 1\n', 'copy_file'],
    ['binary files', 'Binary files a/f and b/f differ\n', 'copy_file'],
  ])('names the tool to use for %s', (_name, lines, tool) => {
    const text = failure(`diff --git a/f b/f\n${lines}@@ -1 +0,0 @@\n-a\n`);
    expect(text).toMatch(/^the patch /);
    expect(text).toContain(tool);
  });
});
