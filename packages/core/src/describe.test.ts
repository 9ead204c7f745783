import * as z from 'zod';
import { expect, it } from 'vitest';
import { defineTool } from './contract.ts';
import { describe } from './describe.ts';

const tool = defineTool({
  name: 'read_pages',
  title: 'Read pages',
  description: 'Reads pages.',
  input: z.strictObject({
    path: z.string().describe('The file'),
    pages: z.array(z.int()).optional().describe('Numbers from 1'),
    scale: z.number().min(0.5).default(1).describe('Factor'),
  }),
  hints: { readOnly: true, openWorld: false },
  handler: async () => 'done',
});

it('lists a tool with its schema, without the schema’s dialect and safe-integer bounds', () => {
  expect(describe(tool)).toEqual({
    name: 'read_pages',
    title: 'Read pages',
    description: 'Reads pages.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'The file' },
        pages: { type: 'array', items: { type: 'integer' }, description: 'Numbers from 1' },
        scale: { type: 'number', minimum: 0.5, default: 1, description: 'Factor' },
      },
      required: ['path'],
      additionalProperties: false,
    },
    annotations: {
      title: 'Read pages',
      readOnlyHint: true,
      openWorldHint: false,
      destructiveHint: false,
      idempotentHint: true,
    },
  });
});

it('lists the output of a tool that has one', () => {
  const output = z.object({ width: z.number().default(1) });
  const { outputSchema } = describe({ ...tool, output });
  expect(outputSchema).toEqual({
    type: 'object',
    properties: { width: { type: 'number', default: 1 } },
    required: ['width'],
    additionalProperties: false,
  });
});

it.each([
  [{ readOnly: false, openWorld: true }, [false, true, true, false]],
  [{ readOnly: true, openWorld: true }, [true, true, false, true]],
  [{ readOnly: false, openWorld: false, destructive: false }, [false, false, false, false]],
  [{ readOnly: false, openWorld: false, idempotent: true }, [false, false, true, true]],
])('tells the hints %j with their defaults', (hints, expected) => {
  const { annotations } = describe({ ...tool, hints });
  expect([
    annotations.readOnlyHint,
    annotations.openWorldHint,
    annotations.destructiveHint,
    annotations.idempotentHint,
  ]).toEqual(expected);
});

it('takes a nullable argument as what it is', () => {
  const { inputSchema } = describe({
    ...tool,
    input: z.strictObject({ name: z.string().nullable().default(null) }),
  });
  expect(inputSchema['properties']).toEqual({
    name: { type: ['string', 'null'], default: null },
  });
});
