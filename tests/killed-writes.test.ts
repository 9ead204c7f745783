import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const bench = join(import.meta.dirname, '../bench/main.mjs');

const fileChanges = [
  '@std-tools/fs write_file, replacing',
  '@std-tools/fs write_file, new file',
  '@std-tools/fs create_file',
  '@std-tools/fs edit_file',
  '@std-tools/fs apply_patch',
];
const memoryChanges = [
  '@std-tools/memory write_memory',
  '@std-tools/memory memory_create',
  '@std-tools/memory memory_str_replace',
  '@std-tools/memory memory_insert',
  '@std-tools/memory memory_rename',
  '@std-tools/memory memory_delete',
];

it('leaves old or new files when the server is killed at any system call of a change', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [bench, 'crash']);
  process.stdout.write(stdout);
  const row = /^(@std-tools\/\w+) +(.+?) {2,}(\d+) +(\d+) +(\d+) +(\d+) +\d+$/gm;
  const rows = [...stdout.matchAll(row)].map(([, server, tool, kills, ...counts]) => ({
    change: `${server} ${tool}`,
    wasKilled: Number(kills) >= 7,
    faults: counts.map(Number),
  }));
  const expected = [...fileChanges, ...memoryChanges].map(change => ({
    change,
    wasKilled: true,
    faults: [0, 0, 0], // torn, locked for others, and not reached by a kill
  }));
  expect(rows).toEqual(expected);
}, 600_000);
