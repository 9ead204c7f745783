import type { ToolServer } from '@std-tools/core';

/** A server that the launcher can serve. */
export interface CatalogEntry {
  /** The package folder's name, as `--servers` takes it. */
  readonly folder: string;
  /** Loads the server's code only when it is served. */
  load(): Promise<ToolServer>;
}

/** Every server of the house, in the order of the composed list: the one place to name them. */
export const catalog: readonly CatalogEntry[] = [
  { folder: 'fs', load: async () => (await import('@std-tools/fs')).createFsServer() },
  { folder: 'memory', load: async () => (await import('@std-tools/memory')).createMemoryServer() },
  { folder: 'exec', load: async () => (await import('@std-tools/exec')).createExecServer() },
  { folder: 'skills', load: async () => (await import('@std-tools/skills')).createSkillsServer() },
];
