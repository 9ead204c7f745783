// `pnpm gen` writes every generated file; `--check` only says which are stale and fails then.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedSources } from './gen-sources.mjs';
import { root } from './workspace.mjs';

const check = process.argv.includes('--check');
let stale = 0;

emit(generatedSources());
if (process.argv.includes('--sources')) process.exit();
if (!check && spawnSync('tsc', ['-b'], { cwd: root, stdio: 'inherit' }).status !== 0)
  process.exit(1);
const { generatedDocs } = await import('./gen-docs.mjs');
emit(await generatedDocs());
console.log(check ? `${stale} stale` : 'generated');
process.exitCode = stale > 0 ? 1 : 0;

function emit(files) {
  for (const [path, content] of files) {
    const full = join(root, path);
    if (read(full) === content) continue;
    if (check) {
      stale += 1;
      console.log(`stale: ${path} (run pnpm gen)`);
    } else {
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
    }
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
