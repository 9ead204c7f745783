import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from './mcp-client.mjs';
import { inTurn, measurePairs, printFigure, printHeading } from './pairs.mjs';
import { launcher, ours, theirs } from './servers.mjs';

export const title = 'from process start to the list of tools and to the first call; memory then';

/** Starts a fresh server for every figure, so each one has the whole cost of a start in it. */
export async function run(workspace) {
  const folder = workspace.folder('start');
  const path = join(folder, 'small.txt');
  writeFileSync(path, 'one line of text\n'.repeat(100));
  const measure = (server, tool) => () => measureStart(workspace, server(folder), { tool, path });
  const peer = measure(theirs, 'read_text_file');

  printHeading();
  const sides = { ours: measure(ours, 'read_file'), theirs: peer };
  printStart(await measurePairs(order => inTurn(order, sides)), '', {
    listed: 0.8,
    firstCall: 1,
    memory: 1.1,
  });
  const composed = { ours: measure(launcher, 'read_file'), theirs: peer };
  printStart(await measurePairs(order => inTurn(order, composed)), 'launcher: ');
}

async function measureStart(workspace, server, { tool, path }) {
  const client = await startServer(workspace, server);
  const sinceStart = () => Number(process.hrtime.bigint() - client.startedAt) / 1e6;
  await client.request('tools/list', {});
  const listed = sinceStart();
  await client.call(tool, { path });
  const firstCall = sinceStart();
  const memory = await settledMemory(client.pid);
  await client.close();
  return { listed, firstCall, memory };
}

function printStart(pairs, label, goals = {}) {
  for (const [figure, name, unit] of [
    ['listed', 'start to tools/list', 'ms'],
    ['firstCall', 'start to first read', 'ms'],
    ['memory', 'memory after it', 'MB'],
  ])
    printFigure({ name: `${label}${name}`, unit, pairs, figure, goal: goals[figure] });
}

const settleMs = 50;
const mostReadings = 20;

/** Resident memory in MB once two readings in a row agree to 1 %. */
async function settledMemory(pid) {
  let last = residentMemory(pid);
  for (let reading = 1; reading < mostReadings; reading += 1) {
    await sleep(settleMs);
    const next = residentMemory(pid);
    if (Math.abs(next - last) < last * 0.01) return next;
    last = next;
  }
  return last;
}

function residentMemory(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kilobytes) / 1024;
}
