import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const bench = join(import.meta.dirname, '../bench/main.mjs');

it('leaves old or new bytes when the server is killed at any system call of a change', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [bench, 'crash']);
  process.stdout.write(stdout);
  const row = /^@std-tools\/fs +(.+?) {2,}(\d+) +(\d+) +(\d+) +\d+$/gm;
  const rows = [...stdout.matchAll(row)].map(([, tool, kills, torn, notReached]) => ({
    tool,
    wasKilled: Number(kills) >= 9,
    torn: Number(torn),
    notReached: Number(notReached),
  }));
  const whole = { wasKilled: true, torn: 0, notReached: 0 };
  expect(rows).toEqual(
    [
      'write_file, replacing',
      'write_file, new file',
      'create_file',
      'edit_file',
      'apply_patch',
    ].map(tool => ({ tool, ...whole })),
  );
}, 300_000);
