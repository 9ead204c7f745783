// Writes the generated sources that the build needs: each server's tools/index.ts and version.ts.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packages, root } from './workspace.mjs';

const banner = '// Made by `pnpm gen`; do not edit.\n';

/** Pairs of path and content. */
export function generatedSources() {
  const files = new Map();
  for (const { folder, manifest } of packages()) {
    const src = join(root, folder, 'src');
    if (existsSync(join(src, 'bin.ts')))
      files.set(
        join(folder, 'src/version.ts'),
        `${banner}export const version = '${manifest.version}';\n`,
      );
    if (existsSync(join(src, 'tools')))
      files.set(join(folder, 'src/tools/index.ts'), toolIndex(src));
  }
  return files;
}

function toolIndex(src) {
  const modules = readdirSync(join(src, 'tools'))
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'index.ts')
    .sort()
    .map(file => ({ file, name: camelCase(file.slice(0, -3)) }));
  return [
    banner.trimEnd(),
    "import type { ToolDefinition } from '@std-tools/core';",
    ...modules.map(({ file, name }) => `import ${name} from './${file}';`),
    '',
    '/** The tools of this server, in the order they are listed. */',
    'export const tools: readonly ToolDefinition[] = [',
    ...modules.map(({ name }) => `  ${name},`),
    '];',
    '',
  ].join('\n');
}

const camelCase = name => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
