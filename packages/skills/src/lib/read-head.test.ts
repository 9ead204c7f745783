import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { headBytes, readHead } from './read-head.ts';

it('reads a short file whole', async () => {
  await using dir = await testFolder();
  await writeFile(join(dir.path, 'a'), 'text');
  expect((await readHead(join(dir.path, 'a'), 1)).toString()).toBe('text');
});

it('reads no more than the head of a long file', async () => {
  await using dir = await testFolder();
  await writeFile(join(dir.path, 'a'), 'x'.repeat(headBytes + 1));
  expect((await readHead(join(dir.path, 'a'), 1)).length).toBe(headBytes);
});

it('refuses a folder and a device', async () => {
  await using dir = await testFolder();
  await expect(readHead(dir.path, 1)).rejects.toThrow('SKILL.md is a folder');
  await expect(readHead('/dev/zero', 1)).rejects.toThrow(
    'SKILL.md is a pipe, socket or device, not a regular file',
  );
});
