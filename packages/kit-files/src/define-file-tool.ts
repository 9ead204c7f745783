import { defineTool, type ToolContext, type ToolDefinition } from '@std-tools/core';
import type * as z from 'zod';
import { fileChangeSlot } from './file-change-slot.ts';
import { fileError } from './file-error.ts';
import { clientRoots, rootsConfig } from './roots-config.ts';

/** A tool whose file-system failures are worded for the model. */
export const defineFileTool = <
  In extends z.ZodObject,
  Out extends z.ZodObject | undefined = undefined,
>(
  tool: ToolDefinition<In, Out>,
): ToolDefinition<In, Out> =>
  defineTool({
    ...tool,
    handler: async (args, ctx) => {
      try {
        return await tool.handler(args, ctx);
      } catch (error) {
        throw fileError(error);
      }
    },
  });

/** A file tool that changes files: of these one runs at a time in a process. */
export const defineFileChange = <
  In extends z.ZodObject,
  Out extends z.ZodObject | undefined = undefined,
>(
  tool: ToolDefinition<In, Out>,
): ToolDefinition<In, Out> =>
  defineFileTool({
    ...tool,
    handler: async (args: z.output<In>, ctx: ToolContext) => {
      // Before the lock: a client that is slow to answer must not keep all others waiting.
      if (ctx.config(rootsConfig).roots.includes(clientRoots)) await ctx.roots();
      const lock = await ctx.session.get(fileChangeSlot);
      return lock.run(ctx.signal, () => tool.handler(args, ctx));
    },
  });
