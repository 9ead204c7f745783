import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testServer } from '@std-tools/testing';
import contract from '../contract.json' with { type: 'json' };
import { createMemoryServer } from './server.ts';

testServer({
  create: dir => createMemoryServer({ memoryDir: dir }),
  snapshot: '../tools.snapshot.json',
  contract,
  maxListCharacters: 6400,
  samples: dir => {
    rmSync(dir, { recursive: true });
    mkdirSync(join(dir, 'b'), { recursive: true });
    writeFileSync(join(dir, 'a.txt'), 'one\ntwo\n');
    writeFileSync(join(dir, 'k.json'), '{"key": "k", "value": "v"}');
    return {
      key: ['k', 'other', 'client:acme:preferred_format', ''],
      path: ['/', 'a.txt', 'b/c.txt', '/memories/b', 'missing', '../a'],
      view_range: [
        [1, 2],
        [2, -1],
        [3, 9],
        [0, 1, 2],
      ],
      old_str: ['one', 'three'],
      old_path: ['a.txt', 'b', 'missing'],
      new_path: ['c.txt', 'b/d/e.txt'],
    };
  },
});
