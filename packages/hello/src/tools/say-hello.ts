import { defineTool, ToolError } from '@std-tools/core';
import * as z from 'zod';

export default defineTool({
  name: 'say_hello',
  title: 'Say hello',
  description: 'Greets a person by name. Returns one line of text. Refuses an empty name.',
  input: z.strictObject({
    name: z.string().describe('Name of the person'),
    loud: z.boolean().default(false).describe('Greet in capital letters'),
  }),
  hints: { readOnly: true, openWorld: false },
  async handler({ name, loud }, ctx) {
    if (name.trim() === '') throw new ToolError('name is empty: give the name of a person');
    await ctx.progress(1, 1, 'greeted');
    const greeting = `Hello, ${name}!`;
    return loud ? greeting.toUpperCase() : greeting;
  },
});
