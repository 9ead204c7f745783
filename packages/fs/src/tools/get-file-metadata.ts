import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { defineFileTool, resolvePath, sizeText } from '@std-tools/kit-files';
import * as z from 'zod';
import { utcTime } from '../lib/utc-time.ts';

export default defineFileTool({
  name: 'get_file_metadata',
  title: 'Get file metadata',
  description:
    'Gets size, times and kind of one file or folder without reading it, following links; ' +
    'list_directory covers a whole folder. Returns JSON {path, size_bytes, size_human, ' +
    'modified, created, is_file, is_dir, extension}; path is absolute, times are ISO 8601 ' +
    'UTC.',
  input: z.strictObject({ path: z.string().describe('File or folder') }),
  hints: { readOnly: true, openWorld: false },
  async handler({ path }, ctx) {
    const file = await resolvePath(path, ctx);
    const stats = await stat(file, { bigint: true });
    const size = Number(stats.size);
    return JSON.stringify({
      path: file,
      size_bytes: size,
      size_human: sizeText(size),
      modified: utcTime(stats.mtimeNs),
      created: utcTime(stats.birthtimeNs || stats.ctimeNs), // 0 where no birth time is kept
      is_file: stats.isFile(),
      is_dir: stats.isDirectory(),
      extension: extname(file),
    });
  },
});
