// Made by `pnpm gen`; do not edit.
import type { ToolDefinition } from '@std-tools/core';
import deleteMemory from './delete-memory.ts';
import listMemoryKeys from './list-memory-keys.ts';
import memoryCreate from './memory-create.ts';
import memoryDelete from './memory-delete.ts';
import memoryInsert from './memory-insert.ts';
import memoryRename from './memory-rename.ts';
import memoryStrReplace from './memory-str-replace.ts';
import memoryView from './memory-view.ts';
import readMemory from './read-memory.ts';
import searchMemory from './search-memory.ts';
import writeMemory from './write-memory.ts';

/** The tools of this server, in the order they are listed. */
export const tools: readonly ToolDefinition[] = [
  deleteMemory,
  listMemoryKeys,
  memoryCreate,
  memoryDelete,
  memoryInsert,
  memoryRename,
  memoryStrReplace,
  memoryView,
  readMemory,
  searchMemory,
  writeMemory,
];
