import { ToolError } from '@std-tools/core';

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist: list its folder to see what is there',
  ENOTDIR: 'cannot be reached: a part of the path is a file, not a folder',
  EISDIR: 'is a folder, not a file',
  EACCES: 'is not permitted for the server’s user',
  EPERM: 'is not permitted for the server’s user',
  EEXIST: 'already exists',
  ELOOP: 'is a loop of symbolic links',
  ENAMETOOLONG: 'is too long for this file system: use a shorter name',
  ENOSPC: 'cannot be written: the disk is full; nothing was changed',
  EDQUOT: 'cannot be written: the disk quota is used up; nothing was changed',
  EROFS: 'is on a read-only file system',
  EBUSY: 'is in use by the system (a mount point, for instance) and cannot be replaced',
  ENOTEMPTY: 'is a folder that is not empty',
  EMFILE: 'cannot be opened now: too many open files; try again',
  ETXTBSY: 'is a program that is running',
  EINVAL: 'cannot be used this way',
  EIO: 'cannot be used: the device reports an error',
};

/**
 * Words a file-system failure for the model; any other error comes back as it is. Node's own text
 * would name temporary files and system calls.
 */
export function fileError(error: unknown, shownPath?: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error;
  const path = shownPath ?? ('path' in error ? String(error.path) : 'the file');
  return new ToolError(`${path} ${causes[String(error.code)] ?? `failed with ${error.code}`}`, {
    code: String(error.code),
  });
}
