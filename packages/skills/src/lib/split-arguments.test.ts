import { execFileSync } from 'node:child_process';
import { seededRandom } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { splitArguments } from './split-arguments.ts';

it.each<[string, string[]]>([
  ['', []],
  [' \t\r\n ', []],
  ['a b  c', ['a', 'b', 'c']],
  [' a ', ['a']],
  ['"a b" c', ['a b', 'c']],
  ["'a b'c", ['a bc']],
  ['""', ['']],
  ["a '' b", ['a', '', 'b']],
  ['a\\ b', ['a b']],
  ['"a\\"b\\\\c\\d\\$"', ['a"b\\c\\d\\$']],
  ["'a\\'", ['a\\']],
  ['a"b"\'c\'', ['abc']],
  ['a#b #c', ['a#b', '#c']],
  ['$HOME *.txt `id` $(id)', ['$HOME', '*.txt', '`id`', '$(id)']],
  ["$'a'", ['$a']],
  ['größe 日本 🙂', ['größe', '日本', '🙂']],
  ['\\\n', ['\n']],
  ['\\🙂', ['🙂']],
])('splits %j', (text, parts) => {
  expect(splitArguments(text)).toEqual(parts);
});

it.each([
  ['"a', 'args has a " that is not closed: close it, or escape it with a backslash'],
  ["it's", "args has a ' that is not closed: close it, or escape it with a backslash"],
  ['"a\\"', 'args has a " that is not closed: close it, or escape it with a backslash'],
  ['a \\', 'args ends with a backslash that escapes nothing: double it, or put it in quotes'],
])('refuses %j', (text, message) => {
  expect(() => splitArguments(text)).toThrow(message);
});

it.each(['"" ', 'a', '\\"', "''", '"\\', ' "a b" '])('ends at once on a megabyte of %j', unit => {
  const text = unit.repeat(1_000_000 / unit.length);
  const parts = () => splitArguments(text).length;
  if (unit === '"\\') expect(parts).toThrow('not closed');
  else expect(parts()).toBeGreaterThan(0);
});

it.each(['"', "'", ''])('takes one argument of 20 MB in %j', quote => {
  const text = 'x'.repeat(20_000_000);
  expect(splitArguments(quote + text + quote)).toEqual([text]);
});

it('takes a megabyte of escapes in quotes', () => {
  expect(splitArguments(`"${'\\\\'.repeat(500_000)}"`)).toEqual(['\\'.repeat(500_000)]);
});

describe('Python’s shlex.split', () => {
  it('splits 5,000 random texts the same', () => {
    const random = seededRandom(7);
    const signs = ['a', 'b', ' ', ' ', '\t', '\n', "'", '"', '\\', '$', '#', 'é', '🙂', '`'];
    const texts = Array.from({ length: 5000 }, () =>
      Array.from(
        { length: Math.floor(random() * 14) },
        () => signs[Math.floor(random() * signs.length)],
      ).join(''),
    );
    const mine = texts.map(text => {
      try {
        return splitArguments(text);
      } catch {
        return null;
      }
    });
    expect(mine).toEqual(splitInPython(texts));
  });
});

function splitInPython(texts: readonly string[]): unknown {
  const program = `
import json, shlex, sys
def split(text):
    try:
        return shlex.split(text)
    except ValueError:
        return None
print(json.dumps([split(text) for text in json.load(sys.stdin)]))`;
  const options = { input: JSON.stringify(texts), encoding: 'utf8' } as const;
  return JSON.parse(execFileSync('python3', ['-X', 'utf8', '-c', program], options));
}
