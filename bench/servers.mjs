import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rgPath } from '@vscode/ripgrep';

const root = join(import.meta.dirname, '..');
const peerName = '@modelcontextprotocol/server-filesystem';

/** The ripgrep that our server runs and that it is compared with. */
export const ripgrep = rgPath;

/** Our file-system server, the peer of server-filesystem, confined to the folder. */
export const ours = folder => nodeCommand(join(root, 'packages/fs/bin/std-tools-fs.js'), folder);

/** All our default servers in one process. */
export const launcher = folder => nodeCommand(join(root, 'apps/launcher/bin/std-tools.js'), folder);

/** The public server that we compare with, confined to the folder. */
export const theirs = folder => nodeCommand(peerEntry(), folder);

export const peerVersion = () => peerManifest().version;

/** Such as `ripgrep 15.0.0`. */
export const ripgrepVersion = () =>
  execFileSync(ripgrep, ['--version'], { encoding: 'utf8' }).split(/ \(|\n/, 1)[0];

/** Throws when something to measure is not built. */
export function checkBuilt() {
  for (const entry of ['packages/fs/dist/bundle/bin.js', 'apps/launcher/dist/bundle/bin.js'])
    if (!existsSync(join(root, entry))) throw new Error(`${entry} is missing: run "pnpm build"`);
}

const nodeCommand = (entry, folder) => ({
  command: process.execPath,
  args: [entry, folder],
  // Nothing else of the caller's settings may weigh on one side.
  env: { PATH: process.env.PATH, HOME: process.env.HOME, RIPGREP_PATH: ripgrep },
});

const peerEntry = () => join(manifestPath(), '..', peerManifest().bin['mcp-server-filesystem']);

const peerManifest = () => JSON.parse(readFileSync(manifestPath(), 'utf8'));

const manifestPath = () => fileURLToPath(import.meta.resolve(`${peerName}/package.json`));
