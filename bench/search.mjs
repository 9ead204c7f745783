import { startServer } from './mcp-client.mjs';
import { inTurn, measurePairs, printFigure, printHeading } from './pairs.mjs';
import { ours, ripgrep } from './servers.mjs';
import { makeTextTree } from './text-tree.mjs';

export const title = 'a literal in a tree of 21,000 files, against ripgrep itself';

const treeSeed = 7;
const peerFlags = ['--json', '--no-config', '--no-ignore', '--hidden', '-F'];

/** Both search with the same program and a warm cache; ours goes through the running server. */
export async function run(workspace) {
  const tree = workspace.folder('search');
  const { once, never, fileCount, bytes } = makeTextTree(tree, treeSeed);
  console.log(`tree: ${fileCount} files, ${(bytes / 1e6).toFixed(0)} MB, seed ${treeSeed}`);
  const client = await startServer(workspace, ours(tree));

  printHeading();
  for (const [name, literal, matches] of [
    ['search, one match', once, 1],
    ['search, no match', never, 0],
  ]) {
    const sides = {
      ours: () => measure(() => countOurs(client, tree, literal), matches),
      theirs: () => measure(() => countTheirs(workspace, tree, literal), matches),
    };
    const pairs = await measurePairs(order => inTurn(order, sides));
    printFigure({ name, unit: 'ms', pairs, figure: 'wall', goal: 1.3 });
  }
  await client.close();
  workspace.remove(tree);
}

async function measure(search, matches) {
  const before = process.hrtime.bigint();
  const found = await search();
  const wall = Number(process.hrtime.bigint() - before) / 1e6;
  if (found !== matches) throw new Error(`${found} matches where ${matches} are expected`);
  return { wall };
}

async function countOurs(client, path, query) {
  return JSON.parse(await client.call('search_in_files', { path, query })).length;
}

async function countTheirs(workspace, tree, literal) {
  const child = workspace.spawn(ripgrep, [...peerFlags, '--', literal, tree], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise((done, failed) => child.once('close', done).once('error', failed));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    output += text;
  });
  await closed;
  return output.split('\n').filter(line => line.startsWith('{"type":"match"')).length;
}
