#!/usr/bin/env node
// Brings pnpm into .tools, installs, builds, then runs a task. Writes nothing outside the repository but the
// package caches of the user, and not even those when the home folder cannot be written.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// npm hands a SIGTERM to its shell only: when that is gone, so are we.
const parent = process.ppid;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  fail(`Node 20.19 or newer is needed; this is ${process.version}`);

const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const tools = join(root, '.tools', packageManager.replace('@', '-'));
const bin = join(tools, 'node_modules', '.bin');
const env = {
  ...process.env,
  PATH: [bin, join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
};
if (!homeIsWritable()) Object.assign(env, ownFolders());

const checks = ['types', 'lint', 'workspace', 'unused', 'generated', 'packages'];

const tasks = {
  start: () => serve(process.argv.slice(3)),
  demo: () => {
    process.exitCode = run('demo', 'node', ['tooling/demo.mjs']) ? 0 : 1;
  },
  test: () => {
    const counts = join(root, '.tools', 'counts.json');
    rmSync(counts, { force: true });
    const total = { passed: 0, failed: 0, skipped: 0 };
    for (const check of checks)
      total[run(check, 'pnpm', ['--silent', 'run', check]) ? 'passed' : 'failed'] += 1;
    total[run('demo', 'node', ['tooling/demo.mjs']) ? 'passed' : 'failed'] += 1;
    const ended = run('tests', 'vitest', ['run'], root, { ...env, COUNTS_FILE: counts });
    const tests = existsSync(counts)
      ? JSON.parse(readFileSync(counts, 'utf8'))
      : { passed: 0, failed: 0, skipped: 0 };
    for (const key of Object.keys(total)) total[key] += tests[key];
    if (!ended && tests.failed === 0) total.failed += 1; // the runner itself broke
    process.exitCode = total.failed > 0 ? 1 : 0;
    console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  },
};
const task = tasks[process.argv[2]];
if (!task) fail(`usage: bootstrap.mjs ${Object.keys(tasks).join('|')}`);

if (!existsSync(join(bin, 'pnpm'))) {
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, 'package.json'), '{ "private": true }\n'); // keeps npm from walking up to the workspace
  must(
    `bring ${packageManager}`,
    'npm',
    [
      'install',
      packageManager,
      '--no-save',
      '--no-package-lock',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--loglevel=error',
      '--no-update-notifier',
    ],
    tools,
  );
}
must('install', 'pnpm', [
  'install',
  '--frozen-lockfile',
  '--prefer-offline',
  '--reporter=append-only',
  '--loglevel=warn',
]);
must('compile', 'tsc', ['-b']);
must('bundle', 'node', ['tooling/bundle.mjs']);
task();

function must(what, ...rest) {
  if (run(what, ...rest)) return;
  if (process.argv[2] === 'test') console.log('0 passed, 1 failed, 0 skipped');
  process.exit(1);
}

/** Runs one step and prints how it went and how long it took; true when it ended well. */
function run(what, command, args, cwd = root, stepEnv = env) {
  const began = Date.now();
  const { status } = spawnSync(command, args, {
    cwd,
    env: stepEnv,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (process.ppid !== parent) process.exit(143);
  console.log(
    `${status === 0 ? 'ok  ' : 'FAIL'} ${what} ${((Date.now() - began) / 1000).toFixed(1)} s`,
  );
  return status === 0;
}

/** Runs the composed launcher over HTTP and prints what to paste into a client. */
function serve(args) {
  const own = randomBytes(24).toString('base64url');
  const token = env.DPTTOOLS_HTTP_TOKEN || own;
  const child = spawn(
    process.execPath,
    ['apps/launcher/bin/std-tools.js', '--transport', 'http', ...args],
    {
      cwd: root,
      env: { ...env, DPTTOOLS_HTTP_TOKEN: token },
      stdio: ['inherit', 'inherit', 'pipe'],
    },
  );
  child.stderr.setEncoding('utf8').on('data', text => {
    process.stderr.write(text);
    const [url] = /http:\S+\/mcp/.exec(text) ?? [];
    if (url) console.log(clientEntry(url, token === own ? own : '<your DPTTOOLS_HTTP_TOKEN>'));
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 250);
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function clientEntry(url, token) {
  const server = { type: 'http', url, headers: { Authorization: `Bearer ${token}` } };
  const entry = JSON.stringify({ mcpServers: { 'std-tools': server } }, null, 2);
  return `\nPaste this into your MCP client (Ctrl+C ends the server):\n${entry}\n`;
}

function homeIsWritable() {
  try {
    accessSync(homedir(), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function ownFolders() {
  const at = name => join(root, '.tools', name);
  return {
    HOME: at('home'),
    npm_config_cache: at('npm-cache'),
    npm_config_store_dir: at('store'),
    XDG_DATA_HOME: at('data'),
    XDG_CACHE_HOME: at('cache'),
    XDG_STATE_HOME: at('state'),
    XDG_CONFIG_HOME: at('config'),
  };
}

function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}
