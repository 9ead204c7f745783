import { ToolError } from '@std-tools/core';

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist: list its folder to see what is there',
  ENOTDIR: 'cannot be reached, a part of the path is a file: list the folders above to see which',
  EISDIR: 'is a folder: give the path of a file',
  EACCES: 'is not permitted for the server’s user: choose another path, or ask for access',
  EPERM: 'is not permitted for the server’s user: choose another path, or ask for access',
  EEXIST: 'already exists: choose another path',
  ELOOP: 'is a loop of symbolic links: delete one of them',
  ENAMETOOLONG: 'is too long for this file system: use a shorter name',
  ENOSPC: 'cannot be written, the disk is full; nothing was changed: make room first',
  EDQUOT: 'cannot be written, the disk quota is used up; nothing was changed: make room first',
  EFBIG: 'cannot be written, it would be too large for this system; nothing was changed',
  EROFS: 'is on a read-only file system: choose another path',
  EBUSY: 'is in use by the system (a mount point, for instance): choose another path',
  ENOTEMPTY: 'is a folder that is not empty: choose another path',
  EAGAIN: 'gives no data now: it is no regular file',
  EMFILE: 'cannot be opened now, too many files are open: try again',
  ENXIO: 'is a socket or device, not a regular file: choose another path',
  ETXTBSY: 'is a program that is running: stop it first',
  EINVAL: 'cannot be used this way: choose another path',
  EXDEV: 'is on another file system: write it there anew, then delete it here',
  EIO: 'cannot be used, the device reports an error: choose another path',
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
