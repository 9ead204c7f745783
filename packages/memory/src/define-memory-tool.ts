import { defineTool, type ToolContext, type ToolDefinition } from '@std-tools/core';
import type * as z from 'zod';
import { wordError } from './lib/word-error.ts';
import type { MemoryStore } from './lib/store.ts';
import { memoryStore } from './state.ts';

interface MemoryTool<In extends z.ZodObject>
  extends Omit<ToolDefinition<In, undefined>, 'handler'> {
  handler(
    args: z.output<In>,
    ctx: ToolContext,
    store: MemoryStore,
  ): ReturnType<ToolDefinition<In, undefined>['handler']>;
}

/** A tool that works on the store; its file-system failures are worded for the model. */
export const defineMemoryTool = <In extends z.ZodObject>(
  tool: MemoryTool<In>,
): ToolDefinition<In, undefined> =>
  defineTool<In>({
    ...tool,
    handler: async (args, ctx) => {
      const store = await memoryStore(ctx);
      try {
        return await tool.handler(args, ctx, store);
      } catch (error) {
        const root = await store.root().catch(() => undefined);
        throw wordError(error, [root, store.folder]);
      }
    },
  });
