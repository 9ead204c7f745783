import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const packageFolders = ['packages', 'apps'].flatMap(parent =>
  readdirSync(join(root, parent)).map(name => join(parent, name)),
);
const sources = packageFolders.flatMap(folder => filesIn(join(root, folder, 'src')));
const code = sources.filter(file => !file.endsWith('.test.ts'));
const read = (file: string) => readFileSync(file, 'utf8');
const shown = (file: string) => relative(root, file);

describe('every package', () => {
  it.each(packageFolders)('%s has a manifest, a door and a reference in the root build', folder => {
    expect(existsSync(join(root, folder, 'package.json'))).toBe(true);
    expect(existsSync(join(root, folder, 'src/index.ts'))).toBe(true);
    expect(read(join(root, 'tsconfig.json'))).toContain(`"${folder}"`);
  });

  it.each(packageFolders.filter(isPublic))('%s, being public, carries the licence', folder => {
    expect(read(join(root, folder, 'LICENSE'))).toBe(read(join(root, 'LICENSE')));
  });
});

describe('every tool', () => {
  const tools = code.filter(file => /\/tools\/(?!index\.ts)[^/]+\.ts$/.test(file));

  it.each(tools.map(shown))('%s has its test beside it and the name of its tool', file => {
    expect(existsSync(join(root, file.replace(/\.ts$/, '.test.ts')))).toBe(true);
    const name = basename(file, '.ts').replaceAll('-', '_');
    expect(read(join(root, file))).toContain(`name: '${name}'`);
  });
});

describe('imports', () => {
  it('run from apps to servers to kits to core', () => {
    const layer = (folder: string) => {
      if (folder.startsWith('apps/')) return 4;
      if (folder === 'packages/testing') return 3.5;
      if (folder === 'packages/core') return 1;
      return folder.startsWith('packages/kit-') ? 2 : 3;
    };
    const wrong = packageFolders.flatMap(folder =>
      filesIn(join(root, folder, 'src'))
        .filter(file => !file.endsWith('.test.ts'))
        .flatMap(file =>
          [...read(file).matchAll(/from '@std-tools\/([^/']+)|import\('@std-tools\/([^/']+)/g)]
            .map(match => `packages/${match[1] ?? match[2]}`)
            .filter(target => target !== folder && layer(target) >= layer(folder))
            .map(target => `${shown(file)} -> ${target}`),
        ),
    );
    expect(wrong).toEqual([]);
  });

  it('name an SDK only in the adapters, the launcher’s HTTP and the tests', () => {
    const allowed =
      /core\/src\/(mcp|sdk-v1|stdio|stdio-transport)\.ts|launcher\/src\/http|packages\/testing\//;
    const wrong = code.filter(file => /from '@modelcontextprotocol/.test(read(file)));
    expect(wrong.map(shown).filter(file => !allowed.test(file))).toEqual([]);
  });

  it('do not reach into another package', () => {
    const wrong = sources.filter(file => /from '(\.\.\/){2,}[^']*\/src\//.test(read(file)));
    expect(wrong.map(shown)).toEqual([]);
  });
});

describe('code', () => {
  const refused: readonly [string, RegExp][] = [
    ['any', /(:|<|as|\() ?any\b(?!where| )[,;)>[\]]?/],
    ['a double cast', /as unknown as/],
    ['a non-null assertion', /[\w)\]]!(\.|\[|\)|;|,)/],
    [
      'a suppression',
      /@ts-(ignore|expect-error|nocheck)|oxlint-disable|biome-ignore|eslint-disable/,
    ],
    ['an inherited stdout', /stdio: ?'inherit'/],
    ['a console', /\bconsole\.(log|info|warn|error)\(/],
    ['a module-level let', /^(export )?let /m],
    ['instanceof of a contract value', /instanceof (ToolError|Illustrated)\b/],
  ];
  it.each(refused)('has no %s', (_what, pattern) => {
    expect(code.filter(file => pattern.test(withoutText(read(file)))).map(shown)).toEqual([]);
  });

  it('has no skipped or lone test', () => {
    const wrong = sources.filter(file =>
      /\b(it|test|describe)\.(skip|only|todo)\b/.test(read(file)),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  it('reads process.env and process.argv only in apps and commands', () => {
    const wrong = code
      .filter(file => /process\.(env|argv)\b/.test(read(file)))
      .map(shown)
      .filter(file => !file.startsWith('apps/') && !file.endsWith('/bin.ts'));
    // Apps that embed servers and give no environment get that of the process.
    expect(wrong).toEqual(['packages/core/src/environment.ts']);
  });

  it('keeps files named in kebab-case, without drawers for anything', () => {
    const names = sources.map(file => basename(file));
    expect(names.filter(name => !/^[a-z0-9]+([.-][a-z0-9]+)*\.ts$/.test(name))).toEqual([]);
    expect(names.filter(name => /^(utils?|helpers?|common|misc)\b/.test(name))).toEqual([]);
  });

  it('keeps lines to 100 characters and explains a file over 300 lines', () => {
    const long = sources.flatMap(file =>
      read(file)
        .split('\n')
        .flatMap((line, index) =>
          line.length > 100 && !/https?:|^import |['"`].{60}/.test(line)
            ? [`${shown(file)}:${index + 1}`]
            : [],
        ),
    );
    expect(long).toEqual([]);
    const large = code.filter(
      file => read(file).split('\n').length > 300 && !read(file).startsWith('//'),
    );
    expect(large.map(shown)).toEqual([]);
  });
});

function isPublic(folder: string): boolean {
  return JSON.parse(read(join(root, folder, 'package.json'))).private !== true;
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => join(entry.parentPath, entry.name));
}

/** Code without comments and string literals, which may speak of what the code may not do. */
function withoutText(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, "''");
}
