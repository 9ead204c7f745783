import type { ToolServer } from '@std-tools/core';
import { catalog } from './catalog.ts';

/** The servers that the launcher composes, for `connect` or `mount` in an app of your own. */
export const createServers = (): Promise<ToolServer[]> =>
  Promise.all(catalog.map(entry => entry.load()));
