import { callTool, createHost } from '@std-tools/core';
import { createExecServer } from '@std-tools/exec';
import { startServer } from './mcp-client.mjs';
import { inTurn, measurePairs, printFigure, printHeading } from './pairs.mjs';
import { shell } from './servers.mjs';

export const title = 'a trivial command, against a bare spawn of bash';

const warmUpRounds = 3;
const commandsInARound = 20;

/**
 * Embedded: our tool is called and bash is spawned by one and the same process, so that the figure
 * is what the tool costs. Over stdio: the call goes to the running command, with the round trip of
 * the protocol in it, which a spawn does not have.
 */
export async function run(workspace) {
  const folder = workspace.folder('exec');
  const client = await startServer(workspace, shell(folder));
  const host = createHost([createExecServer()]);
  const command = { command: 'true' };
  const embedded = async () => {
    const { content } = await callTool(host, 'execute_command', command);
    checkRan(content[0].text);
  };
  const overStdio = async () => checkRan(await client.call('execute_command', command));
  const bare = () => spawnBash(workspace);

  printHeading();
  for (const [name, ours, goal] of [
    ['the command true, embedded', embedded, 1.3],
    ['the command true, over stdio', overStdio, 1.3],
  ]) {
    const sides = { ours: () => measure(ours), theirs: () => measure(bare) };
    const pairs = await measurePairs(order => inTurn(order, sides), { warmUps: warmUpRounds });
    printFigure({ name, unit: 'ms', pairs, figure: 'wall', goal });
  }
  await client.close();
  await host[Symbol.asyncDispose]();
}

/** The mean milliseconds of one command of a round. */
async function measure(runCommand) {
  const before = process.hrtime.bigint();
  for (let count = 0; count < commandsInARound; count += 1) await runCommand();
  return { wall: Number(process.hrtime.bigint() - before) / 1e6 / commandsInARound };
}

function checkRan(text) {
  const { exit_code } = JSON.parse(text);
  if (exit_code !== 0) throw new Error(`true ended with ${exit_code}`);
}

async function spawnBash(workspace) {
  const child = workspace.spawn('/bin/bash', ['-c', 'true'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.resume();
  child.stderr.resume();
  const code = await new Promise(done => child.once('close', done));
  if (code !== 0) throw new Error(`true ended with ${code}`);
}
