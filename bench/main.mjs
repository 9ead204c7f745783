// Runs the named benches, or all: `pnpm bench start calls`. See docs/benchmarks.md.
import { arch, cpus } from 'node:os';
import { checkBuilt, peerVersions, ripgrepVersion } from './servers.mjs';
import { createWorkspace } from './workspace.mjs';

const benches = {
  start: () => import('./start.mjs'),
  calls: () => import('./calls.mjs'),
  search: () => import('./search.mjs'),
  exec: () => import('./exec.mjs'),
  memory: () => import('./memory.mjs'),
  crash: () => import('./crash.mjs'),
};

process.exitCode = await main(process.argv.slice(2));

/** The exit code: 0 also when a goal is missed, 1 when a bench breaks. */
async function main(given) {
  const unknown = given.filter(name => !Object.hasOwn(benches, name));
  if (unknown.length > 0) {
    console.error(`no such bench: ${unknown.join(', ')}`);
    await printList();
    return 1;
  }
  if (given.length === 0) await printList();
  const workspace = createWorkspace();
  endOnSignals(workspace);
  try {
    checkBuilt();
    printMachine();
    for (const name of given.length > 0 ? given : Object.keys(benches)) {
      const bench = await benches[name]();
      console.log(`\n${name}: ${bench.title}`);
      await bench.run(workspace);
    }
    return 0;
  } catch (error) {
    if (!workspace.isClosed) console.error(error);
    return 1;
  } finally {
    await workspace.close();
  }
}

async function printList() {
  for (const [name, load] of Object.entries(benches))
    console.log(`${name.padEnd(8)}${(await load()).title}`);
}

function endOnSignals(workspace) {
  for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 }))
    process.once(signal, async () => {
      await workspace.close();
      process.exit(128 + number);
    });
}

function printMachine() {
  const versions = `Node ${process.version}, ${peerVersions()}, ${ripgrepVersion()}`;
  console.log(`${versions}; ${cpus().length} cores, ${process.platform} ${arch()}`);
}
