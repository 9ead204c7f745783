import { expect, it } from 'vitest';
import { createLog } from './log.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;

function written(level: string | undefined): string[] {
  const lines: string[] = [];
  const log = createLog({ DPTTOOLS_LOG_LEVEL: level }, line => void lines.push(line));
  for (const one of levels) log(one, 'happened');
  return lines;
}

it.each([
  ['debug', levels],
  ['info', ['info', 'warn', 'error']],
  ['warn', ['warn', 'error']],
  ['error', ['error']],
  [undefined, ['warn', 'error']],
  ['', ['warn', 'error']],
  ['loud', ['warn', 'error']],
])('writes at level %s what is at least as grave', (level, expected) => {
  expect(written(level).map(line => line.split(' ')[1])).toEqual(expected);
});

it('writes the time, the level and the message on one line', () => {
  const [line] = written('error');
  expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z error happened\n$/);
});

it('writes the data behind the message', () => {
  const lines: string[] = [];
  const log = createLog({}, line => void lines.push(line));
  log('error', 'failed', { path: '/a b', count: 2 });
  expect(lines[0]?.replace(/^\S+ /, '')).toBe("error failed { path: '/a b', count: 2 }\n");
});

it('writes the stack of an error', () => {
  const lines: string[] = [];
  const log = createLog({}, line => void lines.push(line));
  log('error', 'failed', { error: new RangeError('too far') });
  expect(lines[0]).toMatch(
    /error failed \{\n {2}error: RangeError: too far\n {6}at .*log\.test\.ts/,
  );
});
