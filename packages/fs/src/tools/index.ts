// Made by `pnpm gen`; do not edit.
import type { ToolDefinition } from '@std-tools/core';
import applyPatch from './apply-patch.ts';
import copyFile from './copy-file.ts';
import createFile from './create-file.ts';
import deleteFile from './delete-file.ts';
import editFile from './edit-file.ts';
import getDirectoryStructure from './get-directory-structure.ts';
import getFileMetadata from './get-file-metadata.ts';
import listDirectory from './list-directory.ts';
import moveFile from './move-file.ts';
import readFile from './read-file.ts';
import searchInFiles from './search-in-files.ts';
import writeFile from './write-file.ts';

/** The tools of this server, in the order they are listed. */
export const tools: readonly ToolDefinition[] = [
  applyPatch,
  copyFile,
  createFile,
  deleteFile,
  editFile,
  getDirectoryStructure,
  getFileMetadata,
  listDirectory,
  moveFile,
  readFile,
  searchInFiles,
  writeFile,
];
