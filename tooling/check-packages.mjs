// Packs every public package once, then runs publint and attw on the tarballs, in this one process.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const out = join(import.meta.dirname, '..', '.tools', 'pack');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const listed = JSON.parse(
  execFileSync('pnpm', ['-r', 'ls', '--json', '--depth', '-1'], { encoding: 'utf8' }),
).filter(one => !one.private);
let problems = 0;
for (const { name, path } of listed) {
  const packed = JSON.parse(
    execFileSync('pnpm', ['pack', '--json', '--pack-destination', out], {
      cwd: path,
      encoding: 'utf8',
    }),
  );
  const bytes = readFileSync(packed.filename);
  const { messages, pkg } = await publint({
    pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
    strict: true,
  });
  for (const message of messages) {
    problems += 1;
    console.log(name, formatMessage(message, pkg));
  }
  const { problems: types = [] } = await checkPackage(
    createPackageFromTarballData(new Uint8Array(bytes)),
    {},
  );
  for (const one of types)
    if (!['node10', 'node16-cjs'].includes(one.resolutionKind) && one.kind !== 'CJSResolvesToESM') {
      problems += 1;
      console.log(name, one.kind, one.entrypoint, one.resolutionKind);
    }
  console.log(`${name}: ${packed.files.length} files, ${(bytes.length / 1024).toFixed(1)} kB`);
}
process.exitCode = problems ? 1 : 0;
