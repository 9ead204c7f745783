// Bundles every command (src/bin.ts of a package), or that of one folder, into the package's
// dist/bundle, with the licences of what is inside.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packages, root } from './workspace.mjs';

/** Stay packages of their own: native parts, and what is too large to carry. */
const external = ['@vscode/ripgrep'];

async function bundle(folder, entry, manifest) {
  const outdir = join(folder, 'dist/bundle');
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@std-tools/source'],
    external,
    chunkNames: 'chunks/[name]-[hash]',
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    // CommonJS packages inside the bundle ask for Node's modules by require.
    banner: {
      js: "import { createRequire as bundleRequire } from 'node:module';\nconst require = bundleRequire(import.meta.url);",
    },
  });
  checkExternals(metafile, manifest);
  writeFileSync(join(outdir, 'THIRD_PARTY_NOTICES'), notices(Object.keys(metafile.inputs)));
}

/** What a bundle imports from outside must be installed with its package. */
function checkExternals(metafile, { name, dependencies = {} }) {
  for (const output of Object.values(metafile.outputs))
    for (const { path, external: isOutside } of output.imports)
      if (isOutside && !path.startsWith('node:') && !path.startsWith('.') && !isBuiltin(path))
        if (!(path in dependencies))
          throw new Error(`${name} bundles an import of ${path}: declare it`);
}

const isBuiltin = path => process.getBuiltinModule(path) !== undefined;

/** Name, version, licence and licence text of every package inside the bundle. */
function notices(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const at = input.lastIndexOf('node_modules/');
    if (at === -1) continue;
    const [first, second] = input.slice(at + 'node_modules/'.length).split('/');
    const name = first.startsWith('@') ? `${first}/${second}` : first;
    folders.add(join(root, input.slice(0, at), 'node_modules', name));
  }
  const texts = [...folders].map(notice).sort();
  return `This program contains the packages below, under the licences that follow their names.\n\n${texts.join('\n')}`;
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find(one => /^licen[cs]e(\.|$)/i.test(one));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${'-'.repeat(72)}\n${name} ${version} (${license})\n\n${text}\n`;
}

const [only] = process.argv.slice(2);
for (const { folder, manifest } of packages()) {
  if (only !== undefined && only !== folder) continue;
  const entry = join(root, folder, 'src/bin.ts');
  if (existsSync(entry)) await bundle(join(root, folder), entry, manifest);
}
