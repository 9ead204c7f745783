import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rgPath } from '@vscode/ripgrep';

const root = join(import.meta.dirname, '..');
const filePeerName = '@modelcontextprotocol/server-filesystem';
const memoryPeerName = '@modelcontextprotocol/server-memory';

/** The ripgrep that our server runs and that it is compared with. */
export const ripgrep = rgPath;

/** Our file-system server, the peer of server-filesystem, confined to the folder. */
export const ours = folder => nodeCommand(join(root, 'packages/fs/bin/std-tools-fs.js'), folder);

/** Our shell, in the folder. */
export const shell = folder => ({
  ...nodeCommand(join(root, 'packages/exec/bin/std-tools-exec.js')),
  cwd: folder,
});

/** Our memory, its store in the folder. */
export const memory = folder => {
  const command = nodeCommand(join(root, 'packages/memory/bin/std-tools-memory.js'));
  return { ...command, env: { ...command.env, DPTTOOLS_MEMORY_DIR: folder } };
};

/** The public memory server that we compare with, its file in the folder. */
export const memoryPeer = folder => {
  const command = nodeCommand(entryOf(memoryPeerName, 'mcp-server-memory'));
  return { ...command, env: { ...command.env, MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } };
};

/** All our default servers in one process. */
export const launcher = folder => nodeCommand(join(root, 'apps/launcher/bin/std-tools.js'), folder);

/** The public server that we compare with, confined to the folder. */
export const theirs = folder => nodeCommand(entryOf(filePeerName, 'mcp-server-filesystem'), folder);

/** Such as `server-filesystem 2026.8.31, server-memory 2026.8.31`. */
export const peerVersions = () =>
  [filePeerName, memoryPeerName]
    .map(name => `${name.split('/')[1]} ${manifestOf(name).version}`)
    .join(', ');

/** Such as `ripgrep 15.0.0`. */
export const ripgrepVersion = () =>
  execFileSync(ripgrep, ['--version'], { encoding: 'utf8' }).split(/ \(|\n/, 1)[0];

/** Throws when something to measure is not built. */
export function checkBuilt() {
  for (const folder of ['packages/fs', 'packages/memory', 'packages/exec', 'apps/launcher'])
    if (!existsSync(join(root, folder, 'dist/bundle/bin.js')))
      throw new Error(`${folder} is not built: run "pnpm build"`);
}

const nodeCommand = (entry, ...args) => ({
  command: process.execPath,
  args: [entry, ...args],
  // Nothing else of the caller's settings may weigh on one side.
  env: { PATH: process.env.PATH, HOME: process.env.HOME, RIPGREP_PATH: ripgrep },
});

const entryOf = (name, command) => join(manifestPath(name), '..', manifestOf(name).bin[command]);

const manifestOf = name => JSON.parse(readFileSync(manifestPath(name), 'utf8'));

const manifestPath = name => fileURLToPath(import.meta.resolve(`${name}/package.json`));
