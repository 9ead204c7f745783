import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { changes } from './crash-changes.mjs';
import { killAt, listKillPoints, oneFileThread } from './kill-points.mjs';
import { startServer } from './mcp-client.mjs';

export const title = 'servers killed at every system call of a change: is a file ever torn?';

const mostTries = 12;

export async function run(workspace) {
  if (spawnSync('strace', ['--version']).error) {
    console.log('skipped: strace is not installed');
    return;
  }
  console.log(row(['server', 'tool', 'kills', 'torn', 'locked', 'not reached', 'temporary left']));
  for (const change of changes()) {
    const { kills, torn, locked, missed, left } = await killEverywhere(workspace, change);
    console.log(row([change.label, change.name, kills, torn, locked, missed, left]));
  }
  console.log(`
Killed before each call that writes, flushes, renames, links, makes or removes the file or something
in its folder. Torn: the folder then holds neither its old files nor the new ones, each with the
bytes it should have. Locked: a new server on the folder could not make a change. Temporary left:
kills after which a hidden file or folder stayed.`);
}

async function killEverywhere(workspace, change) {
  const { length } = await plan(workspace, change);
  const total = { kills: 0, torn: 0, locked: 0, missed: 0, left: 0 };
  const checks = [];
  let points = [];
  for (let index = 0; index < length; index += 1) {
    let kill;
    for (let attempt = 0; attempt < mostTries && kill === undefined; attempt += 1) {
      // How often a thread wakes another is not the same each time, and moves the counts.
      if (attempt > 0 || index === 0) points = await plan(workspace, change);
      if (index >= points.length) break; // this time it took fewer calls, such as writes
      kill = await killOnce(workspace, change, points[index]);
    }
    if (index >= points.length) break;
    if (kill === undefined) {
      total.missed += 1;
      continue;
    }
    total.kills += 1;
    if (kill.state === 'torn') total.torn += 1;
    if (kill.hasHidden) total.left += 1;
    // Side by side, for most of the time they wait until the lock of the dead counts as such.
    checks.push(canChange(workspace, change, kill.folder));
  }
  total.locked = (await Promise.all(checks)).filter(able => !able).length;
  return total;
}

/** The system calls of a change that is left alone. */
async function plan(workspace, change) {
  const { value, state, folder } = await withServer(workspace, change, traced =>
    listKillPoints(workspace, traced),
  );
  workspace.remove(folder);
  if (state !== 'new') throw new Error(`${change.name} left the folder ${state} without a kill`);
  return value;
}

/** What a kill at that point left; undefined when the point was not reached. */
async function killOnce(workspace, change, point) {
  const { value: hit, ...left } = await withServer(workspace, change, traced =>
    killAt(workspace, { ...traced, point }),
  );
  if (hit) return left;
  workspace.remove(left.folder);
  return undefined;
}

/** Starts a server on a fresh folder, lets `action` run the change on it, and looks at the files. */
async function withServer(workspace, change, action) {
  const folder = workspace.folder('crash');
  for (const [path, text] of Object.entries(change.before)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const client = await start(workspace, change, folder);
  const call = () => client.call(change.tool, change.toolArguments(folder)).catch(error => error);
  const value = await action({ pid: client.pid, folder, call });
  await client.close();
  const { files, hasHidden } = filesOf(folder);
  return { value, folder, hasHidden, state: stateOf(files, change) };
}

/** Whether a new server can make a change; then the folder is removed. */
async function canChange(workspace, change, folder) {
  const { again } = change;
  if (!again) return workspace.remove(folder) ?? true;
  const client = await start(workspace, change, folder);
  const able = await client.call(again.tool, again.toolArguments).then(
    () => true,
    () => false,
  );
  await client.close();
  workspace.remove(folder);
  return able;
}

function start(workspace, { server }, folder) {
  const command = server(folder);
  return startServer(workspace, { ...command, env: { ...command.env, ...oneFileThread } });
}

function filesOf(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const pathOf = ({ parentPath, name }) => relative(folder, join(parentPath, name));
  const isHidden = path => /(^|\/)\./.test(path) || path.endsWith('.tmp');
  const paths = entries.map(pathOf);
  const files = entries.filter(entry => entry.isFile() && !isHidden(pathOf(entry))).map(pathOf);
  return {
    files: Object.fromEntries(files.map(path => [path, readFileSync(join(folder, path), 'utf8')])),
    hasHidden: paths.some(isHidden),
  };
}

function stateOf(files, { before, after }) {
  if (isSame(files, before)) return 'old';
  return isSame(files, after) ? 'new' : 'torn';
}

const isSame = (one, other) => {
  const sorted = files => JSON.stringify(Object.entries(files).sort());
  return sorted(one) === sorted(other);
};

const widths = [19, 23, 7, 6, 8, 13, 16];

const row = cells =>
  cells
    .map((cell, index) =>
      index < 2 ? String(cell).padEnd(widths[index]) : String(cell).padStart(widths[index]),
    )
    .join('');
