import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callTool, createHost } from '@std-tools/core';
import { createMemoryServer } from '@std-tools/memory';
import { startServer } from './mcp-client.mjs';
import { inTurn, measurePairs, printFigure, printHeading } from './pairs.mjs';
import { seededRandom } from './random.mjs';
import { memory, memoryPeer, theirs } from './servers.mjs';

export const title =
  'writes against plain ones, a search in 5,000 entries, and writes lost in parallel';

const writesInARound = 20;
const entryCount = 5000;
const wordsInAnEntry = 60;
const searches = 31;
const searchGoalMs = 50;
const parallelWrites = 40;
const writesOfAProcess = 200;

export async function run(workspace) {
  await measureWrites(workspace);
  await measureSearch(workspace);
  await countLost(workspace);
}

/**
 * Over stdio: a call that stores a value against a call of server-filesystem that writes the same
 * bytes in the plain way, without a lock or a flush. Embedded: our tool called by the process that
 * does the plain write itself, so without the round trip that both have over stdio.
 */
async function measureWrites(workspace) {
  const [folder, plain] = [workspace.folder('memory'), workspace.folder('plain')];
  const value = 'what is to be remembered\n'.repeat(40);
  const content = JSON.stringify({ key: 'key 0', value });
  let count = 0;
  const key = () => `key ${count++ % 100}`;
  const plainPath = () => join(plain, `${key()}.json`);
  const [client, peer] = [
    await startServer(workspace, memory(folder)),
    await startServer(workspace, theirs(plain)),
  ];
  const host = createHost([createMemoryServer({ memoryDir: folder })]);
  const figures = [
    {
      name: 'write_memory over stdio, write_file',
      ours: () => client.call('write_memory', { key: key(), value }),
      theirs: () => peer.call('write_file', { path: plainPath(), content }),
      goal: 3,
    },
    {
      name: 'write_memory embedded, writeFile',
      ours: () => callTool(host, 'write_memory', { key: key(), value }),
      theirs: () => writeFile(plainPath(), content),
      goal: 3,
    },
  ];
  for (let made = 0; made < 100; made += 1) writeFileSync(plainPath(), content);
  printHeading();
  for (const { name, ours, theirs: plainWrite, goal } of figures) {
    const sides = { ours: () => measure(ours), theirs: () => measure(plainWrite) };
    const pairs = await measurePairs(order => inTurn(order, sides), { warmUps: 6 });
    printFigure({ name, unit: 'ms', pairs, figure: 'wall', goal });
  }
  await Promise.all([client.close(), peer.close(), host[Symbol.asyncDispose]()]);
}

async function measure(write) {
  const before = process.hrtime.bigint();
  for (let count = 0; count < writesInARound; count += 1) await write();
  return { wall: Number(process.hrtime.bigint() - before) / 1e6 / writesInARound };
}

/** Round trips to a running server that has seen the store once. */
async function measureSearch(workspace) {
  const folder = workspace.folder('search');
  const expected = makeEntries(folder);
  const client = await startServer(workspace, memory(folder));
  for (const [name, query, count] of [
    ['a word of one entry', 'needle', expected.one],
    ['a word of every tenth', 'tenth', expected.tenth],
    ['no entry', 'absent', 0],
  ]) {
    const times = [];
    for (let index = -3; index < searches; index += 1) {
      const before = process.hrtime.bigint();
      const found = JSON.parse(await client.call('search_memory', { query })).length;
      if (index >= 0) times.push(Number(process.hrtime.bigint() - before) / 1e6);
      if (found !== count) throw new Error(`${found} entries where ${count} are expected`);
    }
    times.sort((one, other) => one - other);
    const [middle, late] = [0.5, 0.95].map(part => times[Math.floor(times.length * part)]);
    console.log(
      `search_memory, ${name}: ${middle.toFixed(1)} ms, 95 % under ${late.toFixed(1)} ms ` +
        `(goal ${searchGoalMs} ms: ${late <= searchGoalMs ? 'holds' : 'misses'})`,
    );
  }
  await client.close();
}

function makeEntries(folder) {
  const random = seededRandom(7);
  const words = Array.from({ length: 2000 }, (_, index) => `word${index}`);
  for (let index = 0; index < entryCount; index += 1) {
    const text = Array.from(
      { length: wordsInAnEntry },
      () => words[Math.floor(words.length * random() ** 2)],
    );
    if (index === 2500) text.push('needle');
    if (index % 10 === 0) text.push('tenth');
    const key = `entry ${index}`;
    const json = JSON.stringify({ key, value: text.join(' ') }, null, 2);
    writeFileSync(join(folder, `${key}.json`), json);
  }
  return { one: 1, tenth: entryCount / 10 };
}

/** How many of the writes that were answered as done are not there afterwards. */
async function countLost(workspace) {
  console.log('\nlost of the writes that the server said it made');
  console.log(row(['', '@std-tools/memory', 'server-memory']));
  const all = side => parallel(workspace, side);
  console.log(
    row([
      `${parallelWrites} in parallel, one process`,
      await all(keysAndLines),
      await all(entities),
    ]),
  );
  const two = side => acrossProcesses(workspace, side);
  const name = `2 x ${writesOfAProcess}, two processes`;
  console.log(row([name, await two(keysAndLines), await two(entities)]));
}

async function parallel(workspace, side) {
  const folder = workspace.folder('lost');
  side.prepare?.(folder);
  const client = await startServer(workspace, side.server(folder));
  const writers = Array.from({ length: parallelWrites }, (_, index) => `one-${index}`);
  const said = await Promise.all(writers.map(name => succeeded(side.write(client, name))));
  await client.close();
  return report(side, folder, writers, said);
}

async function acrossProcesses(workspace, side) {
  const folder = workspace.folder('lost');
  side.prepare?.(folder);
  const names = [];
  const said = [];
  await Promise.all(
    ['one', 'two'].map(async who => {
      const client = await startServer(workspace, side.server(folder));
      for (let index = 0; index < writesOfAProcess; index += 1) {
        names.push(`${who}-${index}`);
        said.push(await succeeded(side.write(client, `${who}-${index}`)));
      }
      await client.close();
    }),
  );
  return report(side, folder, names, said);
}

const succeeded = promise =>
  promise.then(
    () => true,
    () => false,
  );

function report(side, folder, names, said) {
  const kept = side.kept(folder);
  const done = said.filter(Boolean).length;
  const lost = names.filter(name => !kept.has(name)).length - (names.length - done);
  return `${lost} of ${done}`;
}

/** A key of its own and a line in a shared file, by turns. */
const keysAndLines = {
  server: memory,
  prepare(folder) {
    mkdirSync(join(folder, 'notes'));
    writeFileSync(join(folder, 'notes/shared.md'), '');
  },
  write: (client, name) =>
    /[13579]$/.test(name)
      ? client.call('write_memory', { key: name, value: name })
      : client.call('memory_insert', {
          path: '/notes/shared.md',
          insert_line: 0,
          insert_text: name,
        }),
  kept: folder =>
    new Set([
      ...readdirSync(folder)
        .filter(file => file.endsWith('.json'))
        .map(file => JSON.parse(readFileSync(join(folder, file), 'utf8')).key),
      ...readFileSync(join(folder, 'notes/shared.md'), 'utf8').split('\n'),
    ]),
};

const entities = {
  server: memoryPeer,
  write: (client, name) =>
    client.call('create_entities', {
      entities: [{ name, entityType: 'test', observations: [name] }],
    }),
  kept: folder =>
    new Set(
      readFileSync(join(folder, 'memory.jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .flatMap(line => {
          try {
            return JSON.parse(line).name;
          } catch {
            return []; // a torn line
          }
        }),
    ),
};

const row = ([name, one, other]) => `${name.padEnd(33)} ${one.padStart(18)} ${other.padStart(18)}`;
