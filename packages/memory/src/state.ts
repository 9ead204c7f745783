import type { Slot, ToolContext } from '@std-tools/core';
import { memoryConfig } from './config.ts';
import { MemoryStore } from './lib/store.ts';

/** The store of the configured folder, one for all sessions of the process. */
export function memoryStore(ctx: Pick<ToolContext, 'config' | 'session'>): Promise<MemoryStore> {
  return ctx.session.get(storeSlot(ctx.config(memoryConfig).memoryDir));
}

/** Named after its folder, since servers with two folders must not share a store. */
const storeSlot = (folder: string): Slot<MemoryStore> => ({
  name: `memory store ${folder}`,
  scope: 'process',
  create: ({ log }) => new MemoryStore(folder, log),
});
