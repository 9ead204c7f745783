import { realpathSync, statSync } from 'node:fs';
import { delimiter } from 'node:path';
import { defineConfig, field, list } from '@std-tools/core';

/** The item that stands for the roots which the MCP client offers. */
export const clientRoots = 'client';

const { accepts, schema } = list(
  'folders separated as in PATH; `client` stands for the client’s MCP roots',
  delimiter,
);

/** Confinement of all tools that read or write files at paths the model gives. */
export const rootsConfig = defineConfig({
  area: 'File access',
  fields: {
    roots: field({
      env: 'DPTTOOLS_FS_ROOTS',
      accepts,
      schema: schema
        .refine(roots => roots.length > 0, 'names no folder: leave it unset to confine nothing')
        // Once, at the start: a link put in a root's place later does not move the root.
        .transform(roots => roots.map(realFolder)),
      default: [],
      doc: 'Confines file paths to these folders, symbolic links included. Empty: not confined.',
    }),
  },
  check: ({ roots }) =>
    roots
      .filter(root => root !== clientRoots && !isFolder(root))
      .map(root => `DPTTOOLS_FS_ROOTS names ${JSON.stringify(root)}, which is not a folder`),
});

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function realFolder(root: string): string {
  return root !== clientRoots && isFolder(root) ? realpathSync(root) : root;
}
