import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { killAt, listKillPoints, oneFileThread } from './kill-points.mjs';
import { startServer } from './mcp-client.mjs';
import { ours, theirs } from './servers.mjs';

export const title = 'servers killed at every system call of a change: is a file ever torn?';

/** More than one system call can write: Node writes half a megabyte at a time. */
const lineCount = 60_000;
const mostTries = 8;

export async function run(workspace) {
  if (spawnSync('strace', ['--version']).error) {
    console.log('skipped: strace is not installed');
    return;
  }
  console.log(row(['server', 'tool', 'kills', 'torn', 'not reached', 'temporary left']));
  for (const change of changes()) {
    const { kills, torn, missed, left } = await killEverywhere(workspace, change);
    console.log(row([change.label, change.name, kills, torn, missed, left]));
  }
  console.log(`
Killed before each call that writes, flushes, renames, links or removes the file or something in
its folder. Torn: the file then holds neither its old bytes nor the new ones, where no file at all
counts as the old state of a new file. Temporary left: kills after which a temporary file stayed.`);
}

/** A change to make, the state before it (undefined: no file) and after it. */
function changes() {
  const lines = Array.from({ length: lineCount }, (_, index) => `line ${index} of the old text`);
  const old = `${lines.join('\n')}\n`;
  const replaced = 'line 30000 of the old text';
  const replacement = 'line 30000, which is new';
  const edited = old.replace(replaced, replacement);
  const written = `${lines.map(line => `${line}, written anew`).join('\n')}\n`;
  const patch = `--- a/target.txt
+++ b/target.txt
@@ -30001 +30001 @@
-${replaced}
+${replacement}
`;
  const write = { tool: 'write_file', toolArguments: { content: written }, after: written };
  const replacing = { ...write, name: 'write_file, replacing', before: old };
  const making = { ...write, name: 'write_file, new file' };
  const edit = { tool: 'edit_file', name: 'edit_file', before: old, after: edited };
  const our = { label: '@std-tools/fs', server: ours };
  const their = { label: 'server-filesystem', server: theirs };
  return [
    { ...our, ...replacing },
    { ...our, ...making },
    { ...our, ...making, name: 'create_file', tool: 'create_file' },
    {
      ...our,
      ...edit,
      toolArguments: { old_string: replaced, new_string: replacement },
    },
    { ...our, ...edit, name: 'apply_patch', tool: 'apply_patch', toolArguments: { patch } },
    { ...their, ...replacing },
    { ...their, ...making },
    {
      ...their,
      ...edit,
      toolArguments: { edits: [{ oldText: replaced, newText: replacement }] },
    },
  ];
}

async function killEverywhere(workspace, change) {
  const { length } = await plan(workspace, change);
  const total = { kills: 0, torn: 0, missed: 0, left: 0 };
  let points = [];
  for (let index = 0; index < length; index += 1) {
    let kill;
    for (let attempt = 0; attempt < mostTries && kill === undefined; attempt += 1) {
      // How often a thread wakes another is not the same each time, and moves the counts.
      if (attempt > 0 || index === 0) points = await plan(workspace, change);
      kill = points[index] && (await killOnce(workspace, change, points[index]));
    }
    if (kill === undefined) {
      total.missed += 1;
      continue;
    }
    total.kills += 1;
    if (kill.state === 'torn') total.torn += 1;
    if (kill.hasTemporary) total.left += 1;
  }
  return total;
}

/** The system calls of a change that is left alone. */
async function plan(workspace, change) {
  const { value, state } = await withServer(workspace, change, traced =>
    listKillPoints(workspace, traced),
  );
  if (state !== 'new') throw new Error(`${change.name} left the file ${state} without a kill`);
  return value;
}

/** What a kill at that point left; undefined when the point was not reached. */
async function killOnce(workspace, change, point) {
  const { value: hit, ...left } = await withServer(workspace, change, traced =>
    killAt(workspace, { ...traced, point }),
  );
  return hit ? left : undefined;
}

/** Starts a server on a fresh folder, lets `action` run the change on it, and looks at the file. */
async function withServer(workspace, change, action) {
  const folder = workspace.folder('crash');
  const path = join(folder, 'target.txt');
  if (change.before !== undefined) writeFileSync(path, change.before);
  const server = change.server(folder);
  const env = { ...server.env, ...oneFileThread };
  const client = await startServer(workspace, { ...server, env });
  const call = () =>
    client.call(change.tool, { path, ...change.toolArguments }).catch(error => error);
  const value = await action({ pid: client.pid, folder, call });
  await client.close();
  const result = {
    value,
    state: stateOf(path, change),
    hasTemporary: readdirSync(folder).some(name => name !== 'target.txt'),
  };
  workspace.remove(folder);
  return result;
}

function stateOf(path, { before, after }) {
  const content = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  if (content === before) return 'old';
  return content === after ? 'new' : 'torn';
}

const widths = [19, 23, 7, 6, 13, 16];

const row = cells =>
  cells
    .map((cell, index) =>
      index < 2 ? String(cell).padEnd(widths[index]) : String(cell).padStart(widths[index]),
    )
    .join('');
