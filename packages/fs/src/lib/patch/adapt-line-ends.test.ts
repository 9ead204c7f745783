import { describe, expect, it } from 'vitest';
import { applyUnifiedDiff } from './apply-unified-diff.ts';

const header = '--- a/file\n+++ b/file\n';
const marker = '\\ No newline at end of file';

describe('line ends', () => {
  const kept = 'the file ends its lines with CRLF: the patch lines were given the same ends';
  const dropped = 'the patch came with CRLF, the file has LF: its carriage returns were dropped';
  const sentWithCrlf = (patch: string) => patch.replaceAll('\n', '\r\n');
  const change = '@@ -1,2 +1,3 @@\n a\n-b\n+B\n+x\n';

  it.each([
    ['LF patch, CRLF file', 'a\r\nb\r\n', header + change, 'a\r\nB\r\nx\r\n', [kept]],
    [
      'LF patch, CRLF file without final newline',
      'a\r\nb',
      `@@ -1,2 +1,2 @@\n-a\n+A\n b\n${marker}\n`,
      'A\r\nb',
      [kept],
    ],
    [
      'LF patch with a stripped empty line, CRLF file',
      'a\r\n\r\nb\r\n',
      '@@ -1,3 +1,3 @@\n a\n\n-b\n+B\n',
      'a\r\n\r\nB\r\n',
      [kept],
    ],
    ['insertion only, CRLF file', 'a\r\n', '@@ -1,0 +2 @@\n+x', 'a\r\nx\r\n', [kept]],
    ['CRLF patch, LF file', 'a\nb\n', sentWithCrlf(header + change), 'a\nB\nx\n', [dropped]],
    [
      'CRLF patch without its last line end, LF file',
      'a\nb\n',
      sentWithCrlf(header + change).slice(0, -2),
      'a\nB\nx\n',
      [dropped],
    ],
    [
      'CRLF patch with a stripped empty line, LF file',
      'a\n\nb\n',
      sentWithCrlf('@@ -1,3 +1,3 @@\n a\n\n-b\n+B\n'),
      'a\n\nB\n',
      [dropped],
    ],
    [
      'CRLF patch with markers, LF file',
      'a',
      sentWithCrlf(`@@ -1 +1 @@\n-a\n${marker}\n+b\n${marker}\n`),
      'b',
      [dropped],
    ],
    ['CRLF patch, CRLF file', 'a\r\nb\r\n', sentWithCrlf(header + change), 'a\r\nB\r\nx\r\n', []],
    [
      'CRLF patch without its last line end, CRLF file',
      'a\r\nb\r\n',
      sentWithCrlf(header + change).slice(0, -2),
      'a\r\nB\r\nx\r\n',
      [kept],
    ],
    [
      'CRLF patch with markers, CRLF file',
      'a\r\nb',
      sentWithCrlf(`@@ -1,2 +1,2 @@\n a\n-b\n${marker}\n+c\n${marker}\n`),
      'a\r\nc',
      [kept],
    ],
  ])('%s', (_name, file, patch, wanted, notes) => {
    const result = applyUnifiedDiff(Buffer.from(file), patch);
    expect(result.content.toString()).toBe(wanted);
    expect(result.notes).toEqual(notes);
  });

  it.each([
    ['an LF patch', header + change],
    ['a CRLF patch', sentWithCrlf(header + change)],
  ])('are not adapted for %s of a mixed file', (_name, patch) => {
    const apply = () => applyUnifiedDiff(Buffer.from('a\nb\r\n'), patch);
    expect(apply).toThrow(/^the patch does not match current file content: /);
  });

  it('are taken literally for a CRLF patch that adds to a mixed file', () => {
    const patch = sentWithCrlf(`${header}@@ -1,0 +2 @@\n+x\n`);
    const { content, notes } = applyUnifiedDiff(Buffer.from('a\nb\r\n'), patch);
    expect(content.toString()).toBe('a\nx\r\nb\r\n');
    expect(notes).toEqual([]);
  });

  it('are taken literally when only the body of the patch has CRLF', () => {
    const patch = header + sentWithCrlf(change).replace('\r', '');
    const apply = () => applyUnifiedDiff(Buffer.from('a\nb\n'), patch);
    expect(apply).toThrow('line 1 should be "a\\r", found "a".');
  });

  it('are taken literally when the patch mixes them', () => {
    const patch = `${header}@@ -1,2 +1,3 @@\n a\r\n-b\r\n+B\n+x\r\n`;
    const { content } = applyUnifiedDiff(Buffer.from('a\r\nb\r\n'), patch);
    expect(content.toString()).toBe('a\r\nB\nx\r\n');
  });
});
