// The packages of the workspace, read from their folders.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** Every package: its folder relative to the root, and its package.json. */
export const packages = () =>
  ['packages', 'apps'].flatMap(parent =>
    readdirSync(join(root, parent))
      .map(name => join(parent, name))
      .filter(folder => existsSync(join(root, folder, 'package.json')))
      .map(folder => ({
        folder,
        manifest: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
      })),
  );
