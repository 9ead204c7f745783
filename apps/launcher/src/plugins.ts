import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ToolServer } from '@std-tools/core';
import { UsageError } from '@std-tools/core/command';

/**
 * Loads a plug-in: a package name (looked up from the working folder, then beside the launcher) or
 * a path. The module exports a factory, as its default or under a name like `createXServer`.
 */
export async function loadPlugin(specifier: string): Promise<ToolServer> {
  const server = await create(specifier).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    throw new UsageError(`plug-in ${specifier} cannot be loaded: ${reason}`);
  });
  if (server) return server;
  throw new UsageError(
    `plug-in ${specifier} exports no server factory: ` +
      'export a function createXServer (or a default one) that gives a ToolServer',
  );
}

async function create(specifier: string): Promise<ToolServer | undefined> {
  const module: unknown = await import(await locate(specifier));
  for (const factory of factories(module)) {
    const server = await factory();
    if (isToolServer(server)) return server;
  }
  return undefined;
}

async function locate(specifier: string): Promise<string> {
  const isPath = /^\.{0,2}[\\/]|^[a-z]:[\\/]/i.test(specifier);
  const path = resolve(specifier);
  if (isPath || (await stat(path).catch(() => undefined))?.isFile())
    return pathToFileURL(path).href;
  try {
    const fromHere = createRequire(resolve('package.json'));
    return pathToFileURL(fromHere.resolve(specifier)).href;
  } catch (error) {
    // Other faults are of a package that is there, such as one without a door for `require`.
    if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'))
      throw error;
    return specifier;
  }
}

function* factories(module: unknown): Generator<() => unknown> {
  if (typeof module !== 'object' || module === null) return;
  for (const [name, value] of Object.entries(module))
    if (typeof value === 'function' && (name === 'default' || /^create\w*Server$/.test(name)))
      yield () => value();
}

function isToolServer(value: unknown): value is ToolServer {
  if (typeof value !== 'object' || value === null || !('tools' in value)) return false;
  if ('name' in value && typeof value.name === 'string' && 'config' in value) return true;
  throw new TypeError('its server lacks a name, or the list of its config tables (may be empty)');
}
