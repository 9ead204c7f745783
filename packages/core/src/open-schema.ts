import * as z from 'zod';

/**
 * A schema that shows the given JSON Schema and lets every object pass: an SDK's `McpServer`
 * lists it, while our own check, with our own error texts, stays the only one.
 */
export const openSchema = (jsonSchema: object): z.ZodObject =>
  z.looseObject({}).meta({ ...jsonSchema });
