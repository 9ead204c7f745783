import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@std-tools/testing';
import { expect, it } from 'vitest';
import { findResource } from './find-resource.ts';

const { signal } = new AbortController();

it('prefers the name as given to what its escapes may mean', async () => {
  await using dir = await testFolder();
  const home = { name: 'demo', directory: dir.path, real: dir.path, root: dir.path };
  const find = (path: string) => findResource(home, path, 'path', signal);
  await writeFile(join(dir.path, 'a&b'), '');
  expect(await find('a&amp;b')).toBe(join(dir.path, 'a&b'));
  await writeFile(join(dir.path, 'a&amp;b'), '');
  expect(await find('a&amp;b')).toBe(join(dir.path, 'a&amp;b'));
});

it('does not let escapes lead out of the folder, or into a NUL', async () => {
  await using dir = await testFolder();
  const home = { name: 'demo', directory: dir.path, real: dir.path, root: dir.path };
  for (const path of ['&#46;&#46;/x', '&#46;./&#46;./etc/passwd', 'a&#0;'])
    await expect(findResource(home, path, 'path', signal)).rejects.toThrow(
      `${path} does not exist in the skill "demo". There are: SKILL.md`,
    );
});

it('finds the folder itself', async () => {
  await using dir = await testFolder();
  const home = { name: 'demo', directory: dir.path, real: dir.path, root: dir.path };
  expect(await findResource(home, './', 'path', signal)).toBe(dir.path);
});
