import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** The built command `std-tools`. */
export const bin = join(root, 'apps/launcher/bin/std-tools.js');
/** A plug-in whose tools show sessions, cancellation, children and stdout. */
export const probePlugin = fileURLToPath(
  new URL('../apps/launcher/src/fixtures/probe-plugin.mjs', import.meta.url),
);

export interface StartOptions {
  /** Added to a bare environment; the one of the test run stays outside. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Another built command than `std-tools`. */
  readonly command?: string;
}
export type Launcher = ChildProcessByStdio<Writable, Readable, Readable>;

/** The environment of a launcher under test. */
export const bareEnvironment = (more: StartOptions['env'] = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  ...more,
});

/** Starts the built launcher with all its streams as pipes. */
export const startLauncher = (
  args: readonly string[],
  { env, cwd = root, command = bin }: StartOptions = {},
): Launcher =>
  spawn(process.execPath, [command, ...args], {
    cwd,
    env: bareEnvironment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: lastResortMs,
    killSignal: 'SIGKILL',
  });

/** After it a launcher that a failed test left behind is killed. */
const lastResortMs = 120_000;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built launcher, with `input` as its whole stdin, to its end. */
export async function runLauncher(
  args: readonly string[],
  { input = '', ...options }: StartOptions & { readonly input?: string } = {},
): Promise<Ended> {
  const child = startLauncher(args, options);
  child.stdin.on('error', () => {}).end(input); // it may have ended before it read
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, stdout, stderr };
}

export interface HttpLauncher extends AsyncDisposable {
  /** Where MCP is served, such as `http://127.0.0.1:41234/mcp`. */
  readonly url: string;
  /** What it printed on stderr until it served. */
  readonly announced: string;
  readonly child: Launcher;
}

/** Starts the built launcher over HTTP on a free port and waits until it serves. */
export async function startHttp(
  args: readonly string[] = [],
  options: StartOptions = {},
): Promise<HttpLauncher> {
  const child = startLauncher(['--transport', 'http', '--port', '0', ...args], options);
  const announced = await announcement(child);
  return {
    url: /http:\S+/.exec(announced)?.[0] ?? '',
    announced,
    child,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function announcement(child: Launcher): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      if (/^serving .*\n/m.test(said)) resolve(said);
    });
    child.once('exit', code => reject(new Error(`ended with ${code} before it served: ${said}`)));
  });
}
