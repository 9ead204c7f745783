import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from './mcp-client.mjs';
import { measurePairs, printFigure, printHeading } from './pairs.mjs';
import { ours, theirs } from './servers.mjs';

export const title = 'round trips of small calls to running servers';

const listedFiles = 100;
const warmUpRounds = 4;
const callsInARound = { read: 40, list: 15, write: 15 };
const countedRounds = 5;

/**
 * Every pair has two fresh servers, since one process may be luckier than another for its whole
 * life. Both run; short rounds of calls alternate between them, for one call alone is shorter than
 * the noise of the machine.
 */
export async function run(workspace) {
  const folder = workspace.folder('calls');
  const path = join(folder, 'small.txt');
  const content = 'one line of text\n'.repeat(100);
  writeFileSync(path, content);
  for (let index = 1; index < listedFiles; index += 1)
    writeFileSync(join(folder, `file-${index}.txt`), 'x');
  const calls = {
    read: { ours: 'read_file', theirs: 'read_text_file', toolArguments: { path } },
    list: {
      ours: 'list_directory',
      theirs: 'list_directory_with_sizes',
      toolArguments: { path: folder },
    },
    write: {
      ours: 'write_file',
      theirs: 'write_file',
      toolArguments: { path: join(folder, 'small-too.txt'), content },
    },
  };

  const pairs = await measurePairs(order => measurePair(workspace, { folder, order, calls }));
  printHeading();
  printFigure({ name: 'read of a small file', unit: 'ms', pairs, figure: 'read', goal: 1.1 });
  printFigure({ name: 'list of 100 files with sizes', unit: 'ms', pairs, figure: 'list' });
  printFigure({ name: 'write, ours flushed to disk', unit: 'ms', pairs, figure: 'write' });
}

async function measurePair(workspace, { folder, order, calls }) {
  const clients = {};
  const commands = { ours, theirs };
  for (const side of order) clients[side] = await startServer(workspace, commands[side](folder));
  const figures = { ours: {}, theirs: {} };
  for (const [figure, call] of Object.entries(calls)) {
    const total = { ours: 0, theirs: 0 };
    const count = callsInARound[figure];
    for (let round = -warmUpRounds; round < countedRounds; round += 1)
      for (const side of order) {
        const wall = await measureRound(clients[side], { ...call, tool: call[side], count });
        if (round >= 0) total[side] += wall;
      }
    for (const side of order) figures[side][figure] = total[side] / (countedRounds * count);
  }
  for (const side of order) await clients[side].close();
  return figures;
}

/** Milliseconds of one round. */
async function measureRound(client, { tool, toolArguments, count }) {
  const before = process.hrtime.bigint();
  for (let call = 0; call < count; call += 1) await client.call(tool, toolArguments);
  return Number(process.hrtime.bigint() - before) / 1e6;
}
