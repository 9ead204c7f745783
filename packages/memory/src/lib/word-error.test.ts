import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '@std-tools/core';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { wordError } from './word-error.ts';

it('shows a path in the store as one of the memory', async () => {
  await using folder = await testFolder();
  const error = await readFile(join(folder.path, 'a/b')).catch((one: unknown) => one);
  expect(wordError(error, [undefined, folder.path])).toMatchObject({
    name: 'ToolError',
    message: '/a/b does not exist: list its folder to see what is there',
    code: 'ENOENT',
  });
});

it('shows the folder of the store as the memory', () => {
  expect(wordError(new ToolError('/x/y is a folder'), ['/x/y'])).toMatchObject({
    message: 'the memory is a folder',
  });
});

it.each(['/x/yz is a folder', 'key is empty', 'see /x/y/z'])('leaves %j as it is', message => {
  const error = new ToolError(message);
  expect(wordError(error, ['/x/y'])).toBe(error);
});

it('leaves what is a bug as it is', () => {
  const error = new TypeError('/x/y/z');
  expect(wordError(error, ['/x/y'])).toBe(error);
});
