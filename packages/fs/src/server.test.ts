import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processGroup, testServer } from '@std-tools/testing';
import { expect, vi } from 'vitest';
import contract from '../contract.json' with { type: 'json' };
import { createFsServer } from './server.ts';

testServer({
  create: dir => createFsServer({ roots: [dir] }),
  snapshot: '../tools.snapshot.json',
  contract,
  maxListCharacters: 8500,
  samples: dir => {
    rmSync(dir, { recursive: true });
    mkdirSync(join(dir, 'b'), { recursive: true });
    writeFileSync(join(dir, 'a.txt'), 'one\ntwo\n');
    return {
      path: [dir, join(dir, 'a.txt'), join(dir, 'b/c.txt'), join(dir, 'missing')],
      source: [join(dir, 'a.txt'), join(dir, 'b')],
      destination: [join(dir, 'd.txt'), join(dir, 'b')],
      old_string: ['one', 'three'],
      patch: ['@@ -2 +2 @@\n-two\n+2\n', '@@ -2 +2 @@\n-three\n+3\n'],
      encoding: ['utf-8', 'latin-1', 'no such encoding'],
    };
  },
  /** A search whose ripgrep never ends, and which notes its process group. */
  slow: async dir => {
    const noted = join(dir, 'pid');
    const program = join(dir, 'rg');
    await mkdir(join(dir, 'tree'));
    await writeFile(program, `#!/bin/sh\necho $$ > ${noted}\nsleep 600\n`);
    await chmod(program, 0o755);
    const pid = async () => Number(await readFile(noted, 'utf8'));
    return {
      server: createFsServer({ ripgrepPath: program }),
      name: 'search_in_files',
      args: { path: join(dir, 'tree'), query: 'x' },
      started: () => vi.waitFor(async () => void (await pid())),
      stopped: async () => {
        const group = await pid();
        await vi.waitFor(() => {
          expect(processGroup(group)).toEqual([]);
        });
        return true;
      },
    };
  },
});
