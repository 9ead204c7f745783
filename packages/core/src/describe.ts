import * as z from 'zod';
import type { ToolDefinition } from './contract.ts';

type JsonSchema = { readonly type: 'object'; readonly [key: string]: unknown };

/** The entry of a tool in `tools/list`. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly openWorldHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
  };
}

/** Converts a tool for `tools/list`; costs a schema conversion, so keep the result. */
export const describe = (tool: ToolDefinition): ToolListing => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: jsonSchema(tool.input, 'input'),
  ...(tool.output && { outputSchema: jsonSchema(tool.output, 'output') }),
  annotations: {
    title: tool.title,
    readOnlyHint: tool.hints.readOnly,
    openWorldHint: tool.hints.openWorld,
    destructiveHint: tool.hints.destructive ?? !tool.hints.readOnly,
    idempotentHint: tool.hints.idempotent ?? tool.hints.readOnly,
  },
});

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema: part }) => {
      // z.int() prints the safe-integer bounds, which cost tokens and tell a model nothing.
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
    },
  });
  return { ...rest, type: 'object' };
}
