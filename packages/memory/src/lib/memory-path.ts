import { isAbsolute, normalize, sep } from 'node:path';
import { ToolError } from '@std-tools/core';
import { checkWellFormed } from './check-well-formed.ts';
import { isReserved } from './reserved-name.ts';

/** A path that a model gave, understood: it stays inside the memory by its words alone. */
export interface MemoryPath {
  /** For messages, such as `/projects/notes.md`, and read as the same; `/` is the memory itself. */
  readonly shown: string;
  readonly segments: readonly string[];
}

/**
 * Reads a path of the memory. One leading `/memories` or `/` stands for the memory itself; `..` may
 * not lead out of it, and names of the store's own machinery are refused.
 */
export function memoryPath(text: string, parameter = 'path'): MemoryPath {
  if (text.includes('\0')) throw new ToolError(`${parameter} holds a NUL byte: remove it`);
  checkWellFormed(text, parameter);
  const inside = text.replace(/^\/memories(?:\/|$)|^\//, '');
  const segments = normalize(inside)
    .split(sep)
    .filter(segment => segment !== '' && segment !== '.');
  if (isAbsolute(inside) || /^[a-z]:$/i.test(driveOf(inside)) || segments[0] === '..')
    throw outside(text, parameter);
  const shown = shownPath(segments);
  if (isReserved(segments)) throw reserved(shown);
  return { shown, segments };
}

/** A path for messages; a folder that is itself called `memories` is not taken for the prefix. */
export const shownPath = (segments: readonly string[]): string =>
  (segments[0] === 'memories' ? '/memories/' : '/') + segments.join('/');

/** The error for a name of the store's own machinery. */
export const reserved = (shown: string): ToolError =>
  new ToolError(`${shown} is a name that the memory keeps for itself: choose another name`);

const outside = (path: string, parameter: string) =>
  new ToolError(
    `${parameter} ${path} is outside the memory: ` +
      'give a path relative to its top, such as notes/a.md',
  );

const driveOf = (path: string) => (process.platform === 'win32' ? path.slice(0, 2) : '');
