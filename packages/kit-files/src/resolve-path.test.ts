import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ToolServer, readConfig } from '@std-tools/core';
import { connectClient, sdkLines, testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineFileTool } from './define-file-tool.ts';
import { isInside, resolvePath, type ResolveOptions } from './resolve-path.ts';
import { rootsConfig } from './roots-config.ts';

/** Resolves with these roots, for a client that offers none. */
const resolveWith = (
  roots: readonly string[] | undefined,
  path: string,
  options?: ResolveOptions,
) =>
  resolvePath(
    path,
    { config: table => readConfig(table, {}, { roots }), roots: async () => undefined },
    options,
  );

/** A folder `allowed`, a folder `allowed_evil` beside it, and links between them. */
async function tree() {
  const folder = await testFolder();
  const at = (...names: string[]) => join(folder.path, ...names);
  await mkdir(at('allowed/inner'), { recursive: true });
  await mkdir(at('allowed_evil'));
  await writeFile(at('allowed/file'), '');
  await writeFile(at('allowed_evil/file'), '');
  await symlink(at('allowed_evil'), at('allowed/out'));
  await symlink(at('allowed_evil/file'), at('allowed/out-file'));
  await symlink(at('allowed_evil/none'), at('allowed/out-none'));
  await symlink('../allowed_evil/none', at('allowed/out-relative'));
  await symlink('inner', at('allowed/in'));
  await symlink('allowed', at('alias'));
  return { at, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe('resolvePath without roots', () => {
  it.each([
    ['a relative path from the working folder', 'a/b', resolve('a/b')],
    ['a dot', '.', process.cwd()],
    ['a path upwards', '../a', resolve('../a')],
    ['an absolute path', '/a/b', '/a/b'],
    ['a path with dots inside', '/a/./b/../c//d/', '/a/c/d'],
    ['a name with a line break', '/a\nb', '/a\nb'],
    ['a tilde, which is a name', '~/a', resolve('~/a')],
  ])('gives %s', async (_name, path, wanted) => {
    expect(await resolveWith(undefined, path)).toBe(wanted);
  });

  it('leaves links alone', async () => {
    await using folder = await tree();
    expect(await resolveWith(undefined, folder.at('alias/file'))).toBe(folder.at('alias/file'));
  });

  it.each([
    ['', 'source is empty: give a path ("." is the working folder)'],
    ['a\0b', 'source holds a NUL byte: remove it'],
    ['a\ud83d', 'source holds half a character (a lone surrogate): write the whole character'],
  ])('refuses %j and names the parameter', async (path, message) => {
    await expect(resolveWith(undefined, path, { parameter: 'source' })).rejects.toMatchObject({
      name: 'ToolError',
      message,
    });
  });

  it('calls the parameter "path" when nothing else is said', async () => {
    await expect(resolveWith(undefined, '')).rejects.toThrow(/^path is empty/);
  });
});

describe('resolvePath with roots', () => {
  it.each([
    ['the root itself', 'allowed', 'allowed'],
    ['a file', 'allowed/file', 'allowed/file'],
    ['a missing file', 'allowed/none', 'allowed/none'],
    ['a missing file in a missing folder', 'allowed/no/ne', 'allowed/no/ne'],
    ['a name that starts with two dots', 'allowed/..file', 'allowed/..file'],
    ['a way out and back in', 'allowed/../allowed/file', 'allowed/file'],
    ['a link inside', 'allowed/in', 'allowed/inner'],
    ['a link from outside', 'alias/file', 'allowed/file'],
  ])('gives the real path of %s', async (_name, path, wanted) => {
    await using folder = await tree();
    expect(await resolveWith([folder.at('allowed')], folder.at(path))).toBe(folder.at(wanted));
  });

  it.each([
    ['the folder above', '.'],
    ['a folder whose name starts the same', 'allowed_evil/file'],
    ['a way out', 'allowed/../allowed_evil'],
    ['a link to a folder outside', 'allowed/out'],
    ['a file behind a link to a folder outside', 'allowed/out/file'],
    ['a missing file behind it', 'allowed/out/none'],
    ['a link to a file outside', 'allowed/out-file'],
    ['a link to a missing file outside', 'allowed/out-none'],
    ['a relative link to a missing file outside', 'allowed/out-relative'],
  ])('refuses %s', async (_name, path) => {
    await using folder = await tree();
    const shown = folder.at(path);
    await expect(resolveWith([folder.at('allowed')], shown)).rejects.toMatchObject({
      name: 'ToolError',
      message: `path ${shown} is outside the allowed folders: ${folder.at('allowed')}`,
    });
  });

  it('takes a link at the end for itself when told not to follow', async () => {
    await using folder = await tree();
    const [roots, path] = [[folder.at('allowed')], folder.at('allowed/out-file')];
    expect(await resolveWith(roots, path, { follow: false })).toBe(path);
  });

  it.each(['allowed/out/file', 'allowed_evil', 'allowed/../allowed_evil/file'])(
    'refuses %s without following, too',
    async path => {
      await using folder = await tree();
      const resolving = resolveWith([folder.at('allowed')], folder.at(path), { follow: false });
      await expect(resolving).rejects.toThrow(/ is outside the allowed folders: /);
    },
  );

  it('allows each of several roots, given by links as well', async () => {
    await using folder = await tree();
    const roots = [folder.at('alias/inner'), folder.at('allowed_evil')];
    expect(await resolveWith(roots, folder.at('allowed/out/file'))).toBe(
      folder.at('allowed_evil/file'),
    );
    expect(await resolveWith(roots, folder.at('allowed/inner/x'))).toBe(
      folder.at('allowed/inner/x'),
    );
    await expect(resolveWith(roots, folder.at('allowed/file'))).rejects.toThrow(
      ` is outside the allowed folders: ${roots.join(', ').replace('alias', 'allowed')}`,
    );
  });

  it('allows everything under the top of the file system', async () => {
    expect(await resolveWith(['/'], '/no/such/file')).toBe('/no/such/file');
  });
});

/** A server of one tool that replies with the resolved path. */
const resolver = (roots: readonly string[]): ToolServer => ({
  name: 'resolver',
  title: 'Resolver',
  version: '0',
  config: [rootsConfig],
  overrides: { [rootsConfig.area]: { roots } },
  tools: [
    defineFileTool({
      name: 'resolve',
      title: 'Resolve',
      description: 'Resolves a path.',
      input: z.strictObject({ path: z.string() }),
      hints: { readOnly: true, openWorld: false },
      handler: ({ path }, ctx) => resolvePath(path, ctx),
    }),
  ],
});

describe.each(sdkLines)('resolvePath with the roots of a client on %s', line => {
  const connect = (offered: readonly string[] | undefined, roots: readonly string[] = ['client']) =>
    connectClient([resolver(roots)], { line, ...(offered && { roots: offered }) });
  const uri = (path: string) => pathToFileURL(path).href;
  const none = (path: string) =>
    `Error: path ${path} is outside the allowed folders: none (the client offers none that exist)`;

  it('allows what the client offers', async () => {
    await using folder = await tree();
    await using client = await connect([uri(folder.at('allowed'))]);
    expect(await client.call('resolve', { path: folder.at('alias/file') })).toBe(
      folder.at('allowed/file'),
    );
  });

  it('refuses what the client does not offer', async () => {
    await using folder = await tree();
    await using client = await connect([uri(folder.at('allowed')), uri(folder.at('alias/inner'))]);
    const path = folder.at('allowed/out/file');
    expect(await client.error('resolve', { path })).toBe(
      `Error: path ${path} is outside the allowed folders: ` +
        `${folder.at('allowed')}, ${folder.at('allowed/inner')}`,
    );
  });

  it('refuses every path when the client has no roots', async () => {
    await using folder = await tree();
    await using client = await connect(undefined);
    const path = folder.at('allowed');
    expect(await client.error('resolve', { path })).toBe(none(path));
  });

  it('refuses every path when the client offers an empty list', async () => {
    await using folder = await tree();
    await using client = await connect([]);
    const path = folder.at('allowed');
    expect(await client.error('resolve', { path })).toBe(none(path));
  });

  it.each(['file:///a%2Fb', 'file://host/share', 'file:///no/such/root'])(
    'allows nothing for the root %s',
    async offered => {
      await using folder = await tree();
      await using client = await connect([offered]);
      const path = folder.at('allowed');
      expect(await client.error('resolve', { path })).toBe(none(path));
    },
  );

  it('reads escapes in a URI', async () => {
    await using folder = await tree();
    await mkdir(folder.at('größe 100% #1'));
    await using client = await connect([uri(folder.at('größe 100% #1'))]);
    const path = folder.at('größe 100% #1/file');
    expect(await client.call('resolve', { path })).toBe(path);
  });

  it('does not count unless the setting says so', async () => {
    await using folder = await tree();
    await using client = await connect([uri(folder.at('allowed'))], [folder.at('allowed_evil')]);
    const path = folder.at('allowed/file');
    expect(await client.error('resolve', { path })).toBe(
      `Error: path ${path} is outside the allowed folders: ${folder.at('allowed_evil')}`,
    );
  });

  it('adds them to the folders of the setting', async () => {
    await using folder = await tree();
    await using client = await connect(
      [uri(folder.at('allowed/inner'))],
      [folder.at('allowed_evil'), 'client'],
    );
    for (const path of [folder.at('allowed/inner/x'), folder.at('allowed_evil/x')])
      expect(await client.call('resolve', { path })).toBe(path);
    expect(await client.error('resolve', { path: folder.at('allowed/file') })).toMatch(
      /^Error: path \S+ is outside the allowed folders: /,
    );
  });
});

it.concurrent.each(sdkLines)(
  'gives up on a client on %s that offers roots and never tells them',
  async line => {
    await using client = await connectClient([resolver(['client'])], { line, roots: 'silent' });
    expect(await client.error('resolve', { path: 'x' })).toBe(
      'Error: the client offers roots but did not tell them when asked: try again, or give the ' +
        'folders in DPTTOOLS_FS_ROOTS',
    );
  },
  60_000,
);

it.each([
  ['/a', '/a', true],
  ['/a', '/a/b', true],
  ['/a', '/a/..b', true],
  ['/a', '/ab', false],
  ['/a', '/', false],
  ['/', '/a', true],
])('tells whether in %s is %s: %s', (root, path, expected) => {
  expect(isInside(path, root)).toBe(expected);
});
