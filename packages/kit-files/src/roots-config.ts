import { statSync } from 'node:fs';
import { delimiter } from 'node:path';
import { defineConfig, field, list } from '@std-tools/core';

/** The item that stands for the roots which the MCP client offers. */
export const clientRoots = 'client';

/** Confinement of all tools that read or write files at paths the model gives. */
export const rootsConfig = defineConfig({
  area: 'File access',
  fields: {
    roots: field({
      env: 'DPTTOOLS_FS_ROOTS',
      ...list(
        'folders separated as in PATH; `client` stands for the client’s MCP roots',
        delimiter,
      ),
      default: [],
      doc: 'Confines file paths to these folders, symbolic links included. Empty: not confined.',
    }),
  },
  check: ({ roots }) =>
    roots
      .filter(root => root !== clientRoots && !isFolder(root))
      .map(root => `DPTTOOLS_FS_ROOTS names ${JSON.stringify(root)}, which is not a folder`),
});

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory();
