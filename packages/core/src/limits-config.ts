import { defineConfig, field, positiveInteger } from './settings.ts';

/** What `MB` means in every setting. */
export const bytesPerMb = 1_048_576;

/** Size limits that several servers share. */
export const limitsConfig = defineConfig({
  area: 'General',
  fields: {
    maxFileSizeMb: field({
      env: 'DPTTOOLS_MAX_FILE_SIZE_MB',
      ...positiveInteger('MB of 1,048,576 bytes'),
      default: 50,
      doc: 'Largest file that the reading tools open.',
    }),
    outputLimit: field({
      env: 'DPTTOOLS_OUTPUT_TRUNCATION_LIMIT',
      ...positiveInteger('characters'),
      default: 50_000,
      doc: 'Longest text that a tool returns; the rest is cut and a notice says so.',
    }),
  },
});
