import { randomBytes } from 'node:crypto';
import { constants, fchmodSync, fchownSync, fstatSync, renameSync } from 'node:fs';
import { type FileHandle, lstat, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ToolError } from '@std-tools/core';
import { fileError } from './file-error.ts';
import { realTarget } from './real-target.ts';

export interface ReplaceOptions {
  /** Default: the old file's. */
  readonly mode?: number;
  /** False: a symbolic link at the path is replaced itself. Default true: its target changes. */
  readonly follow?: boolean;
  /** Called right before the new file takes its place, in one step with it; may throw. */
  confirm?(): void;
}

/**
 * Puts a file's new content in place so that a crash at any moment leaves the old bytes or the new:
 * `fill` writes a temporary file beside it, which is flushed and renamed over it, and then the
 * folder is flushed. A symbolic link stays and its target changes; mode and owner stay. Other hard
 * links keep the old bytes; extended attributes are lost. Failures name the path.
 */
export async function replaceFile(
  path: string,
  fill: (file: FileHandle) => Promise<void>,
  { mode, follow = true, confirm }: ReplaceOptions = {},
): Promise<void> {
  try {
    const { target, existing } = await findTarget(path, follow);
    if (existing?.isDirectory())
      throw new ToolError(`${path} is a folder: give the path of a file`);
    if (existing && !existing.isFile() && !existing.isSymbolicLink())
      throw new ToolError(`${path} is a pipe, socket or device, not a regular file`);
    if (existing?.isFile()) await checkWritable(target);
    const old = existing?.isFile() ? existing : undefined;
    const like = { uid: old?.uid, gid: old?.gid, mode: mode ?? old?.mode };
    await viaTemporary(dirname(target), like, fill, async temporary => {
      if (!confirm) return rename(temporary, target);
      confirm();
      renameSync(temporary, target); // nothing may come between
    });
  } catch (error) {
    throw fileError(error, path);
  }
}

/** Fails as a write would; the rename would not ask. */
async function checkWritable(file: string): Promise<void> {
  const handle = await open(file, constants.O_WRONLY | constants.O_NONBLOCK);
  void handle.close().catch(() => {}); // nothing depends on it, so nobody waits for it
}

/** Where the new file goes, and what is there now. */
async function findTarget(path: string, follow: boolean) {
  const found = await lstat(path).catch(() => undefined);
  if (!follow || !found?.isSymbolicLink()) return { target: path, existing: found };
  const target = await realTarget(path);
  return { target, existing: await stat(target).catch(() => undefined) };
}

/** A hidden name, which nobody else has, for what is not in its place yet. */
export const temporaryName = (): string => `.std-tools-${randomBytes(8).toString('hex')}.tmp`;

/** True for a name of `temporaryName`. */
export const isTemporaryName = (name: string): boolean =>
  /^\.std-tools-[0-9a-f]{16}\.tmp$/.test(name);

/** Fills a flushed temporary file in `folder` and lets `place` give it its name. */
export async function viaTemporary(
  folder: string,
  like: OwnerAndMode,
  fill: (file: FileHandle) => Promise<void>,
  place: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = join(folder, temporaryName());
  const file = await open(temporary, 'wx', like.mode === undefined ? 0o666 : 0o600);
  try {
    try {
      await fill(file);
      setOwnerAndMode(file.fd, like);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(temporary);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}

/** What a file gets when it is not left to the system's defaults. */
interface OwnerAndMode {
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  readonly mode?: number | undefined;
}

/** The file is open and new, so the system answers at once, without a file thread. */
function setOwnerAndMode(fd: number, { uid, gid, mode }: OwnerAndMode): void {
  if (process.platform === 'win32') return;
  let bits = 0o7777;
  if (uid !== undefined && gid !== undefined) {
    const now = fstatSync(fd);
    // Only root may give a file away; another user's writable file becomes ours, as on any rename,
    // but must not then run others' commands in our name.
    if ((now.uid !== uid || now.gid !== gid) && !canGive(fd, uid, gid)) bits = 0o1777;
  }
  if (mode !== undefined) fchmodSync(fd, mode & bits);
}

function canGive(fd: number, uid: number, gid: number): boolean {
  try {
    fchownSync(fd, uid, gid);
    return true;
  } catch {
    return false;
  }
}

/** Makes the new name last; systems that cannot flush a folder keep it in their own way. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  void handle?.close().catch(() => {}); // nothing depends on it, so nobody waits for it
}
