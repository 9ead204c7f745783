import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { findInterpreter } from './find-interpreter.ts';

const programs = { python: 'python3', node: '/bin/node', nodeVersion: '22.18.0' };

it.each([
  ['a.py', 'python3'],
  ['A.PY', 'python3'],
  ['a.js', '/bin/node'],
  ['a.mjs', '/bin/node'],
  ['a.cjs', '/bin/node'],
  ['a.ts', '/bin/node'],
  ['a.sh', 'bash'],
  ['b.py/a.sh', 'bash'],
])('runs %s with %s', (script, program) => {
  expect(findInterpreter(script, programs).program).toBe(program);
});

it('takes a path of a Python program from the server’s folder', () => {
  const python = './venv/bin/python';
  expect(findInterpreter('a.py', { ...programs, python }).program).toBe(resolve(python));
});

it('lets Python write at once', () => {
  expect(findInterpreter('a.py', programs).env).toEqual({ PYTHONUNBUFFERED: '1' });
  expect(findInterpreter('a.sh', programs).env).toEqual({});
});

it.each(['a', 'a.rb', 'a.ps1', 'a.py.txt', '.py', 'a.tsx', 'SKILL.md'])('refuses %s', script => {
  expect(() => findInterpreter(script, programs)).toThrow(
    `${script} is no script that can be run: the kinds are .py, .js, .mjs, .cjs, .ts and .sh`,
  );
});

it.each(['22.18.0', '22.20.1', '23.6.0', '24.0.0'])('runs TypeScript on Node %s', nodeVersion => {
  expect(findInterpreter('a.ts', { ...programs, nodeVersion }).program).toBe('/bin/node');
});

it.each(['20.20.2', '22.17.9', '23.5.0'])('refuses TypeScript on Node %s', nodeVersion => {
  expect(() => findInterpreter('a.ts', { ...programs, nodeVersion })).toThrow(
    `a.ts needs Node 22.18 or later, which runs TypeScript; this is Node ${nodeVersion}`,
  );
});
