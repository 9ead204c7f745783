import { defineConfig, field } from '@std-tools/core';
import * as z from 'zod';

/** Where the memory is kept. */
export const memoryConfig = defineConfig({
  area: 'Memory',
  fields: {
    memoryDir: field({
      env: 'DPTTOOLS_MEMORY_DIR',
      accepts: 'path of a folder',
      schema: z.string().min(1, 'must name a folder'),
      default: './agent_memory',
      doc: 'Folder of the memory; the first write makes it. In a container, mount a volume there.',
    }),
  },
});
