import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ToolError } from '@std-tools/core';
import { realTarget } from './real-target.ts';

/**
 * Puts a file's new content in place so that a crash at any moment leaves the old bytes or the new:
 * `fill` writes a temporary file beside it, which is flushed and renamed over it, and then the
 * folder is flushed. A symbolic link stays and its target changes; mode and owner stay. Other hard
 * links keep the old bytes; extended attributes are lost.
 */
export async function replaceFile(
  path: string,
  fill: (file: FileHandle) => Promise<void>,
  { mode }: { /** Default: the old file's. */ readonly mode?: number } = {},
): Promise<void> {
  const target = await realTarget(path);
  const existing = await stat(target).catch(() => undefined);
  if (existing?.isDirectory()) throw new ToolError(`${path} is a folder, not a file`);
  if (existing && !existing.isFile())
    throw new ToolError(`${path} is a pipe, socket or device, not a regular file`);
  if (existing) await access(target, constants.W_OK); // a rename would not ask
  const like = { uid: existing?.uid, gid: existing?.gid, mode: mode ?? existing?.mode };
  await viaTemporary(dirname(target), like, fill, temporary => rename(temporary, target));
}

/** Fills a flushed temporary file in `folder` and lets `place` give it its name. */
export async function viaTemporary(
  folder: string,
  like: OwnerAndMode,
  fill: (file: FileHandle) => Promise<void>,
  place: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = join(folder, `.std-tools-${randomBytes(8).toString('hex')}.tmp`);
  const file = await open(temporary, 'wx', like.mode === undefined ? 0o666 : 0o600);
  try {
    try {
      await fill(file);
      await setOwnerAndMode(file, like);
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

async function setOwnerAndMode(file: FileHandle, { uid, gid, mode }: OwnerAndMode): Promise<void> {
  if (process.platform === 'win32') return;
  if (uid !== undefined && gid !== undefined) {
    const now = await file.stat();
    // Only root may give a file away; another user's writable file becomes ours, as on any rename.
    if (now.uid !== uid || now.gid !== gid) await file.chown(uid, gid).catch(() => {});
  }
  if (mode !== undefined) await file.chmod(mode & 0o7777);
}

/** Makes the new name last; systems that cannot flush a folder keep it in their own way. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
