import { expect, it } from 'vitest';
import { bashArguments, shownCommand, toldFolder } from './bash-arguments.ts';

it('passes the command as an argument of its own', () => {
  expect(bashArguments('echo "$HOME"').slice(2)).toEqual(['/bin/bash', 'echo "$HOME"']);
});

it('takes a command of as many bytes as the system, and no more', () => {
  expect(bashArguments('x'.repeat(131_071))).toHaveLength(4);
  expect(() => bashArguments('é'.repeat(65_536))).toThrow('command has 131072 bytes');
});

it.each([
  ['\0/a/b\n', '/a/b'],
  ['junk\0/a\n', '/a'],
  ['\0/a\nb\n', '/a\nb'],
  ['', undefined],
  ['\0', undefined],
  ['\0/a', undefined],
])('reads the folder in %j', (text, folder) => {
  expect(toldFolder(text)).toBe(folder);
});

it('shows the command of a shell without what runs it', () => {
  const line = ['/bin/bash', ...bashArguments('(sleep 9) &')].join(' ');
  expect(shownCommand(line)).toBe('(sleep 9) &');
  expect(shownCommand('sleep 9')).toBe('sleep 9');
});
