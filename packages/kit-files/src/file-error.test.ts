import { readFile } from 'node:fs/promises';
import { isToolError, ToolError } from '@std-tools/core';
import { testFolder } from '@std-tools/testing';
import { describe, expect, it } from 'vitest';
import { fileError } from './file-error.ts';

const failure = (code: string) =>
  Object.assign(new Error(`${code}: node's words`), { code, syscall: 'open', path: '/a/b.tmp' });

describe('fileError', () => {
  it.each([
    ['ENOENT', 'does not exist: list its folder to see what is there'],
    [
      'ENOTDIR',
      'cannot be reached, a part of the path is a file: list the folders above to see which',
    ],
    ['EISDIR', 'is a folder: give the path of a file'],
    ['EACCES', 'is not permitted for the server’s user: choose another path, or ask for access'],
    ['EPERM', 'is not permitted for the server’s user: choose another path, or ask for access'],
    ['EEXIST', 'already exists: choose another path'],
    ['ELOOP', 'is a loop of symbolic links: delete one of them'],
    ['ENAMETOOLONG', 'is too long for this file system: use a shorter name'],
    ['ENOSPC', 'cannot be written, the disk is full; nothing was changed: make room first'],
    [
      'EDQUOT',
      'cannot be written, the disk quota is used up; nothing was changed: make room first',
    ],
    ['EFBIG', 'cannot be written, it would be too large for this system; nothing was changed'],
    ['EROFS', 'is on a read-only file system: choose another path'],
    ['EBUSY', 'is in use by the system (a mount point, for instance): choose another path'],
    ['ENOTEMPTY', 'is a folder that is not empty: choose another path'],
    ['EMFILE', 'cannot be opened now, too many files are open: try again'],
    ['ENXIO', 'is a socket or device, not a regular file: choose another path'],
    ['ETXTBSY', 'is a program that is running: stop it first'],
    ['EINVAL', 'cannot be used this way: choose another path'],
    ['EIO', 'cannot be used, the device reports an error: choose another path'],
    ['ESTALE', 'failed with ESTALE'],
  ])('words %s and names the path', (code, words) => {
    const error = fileError(failure(code));
    expect(isToolError(error)).toBe(true);
    expect(error).toMatchObject({ message: `/a/b.tmp ${words}`, code });
  });

  it('names the path that the caller shows instead of the one that failed', () => {
    expect(fileError(failure('EISDIR'), 'b')).toMatchObject({
      message: 'b is a folder: give the path of a file',
    });
  });

  it('speaks of "the file" when nobody knows the path', () => {
    const error = Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'read' });
    expect(fileError(error)).toMatchObject({
      message: 'the file cannot be used, the device reports an error: choose another path',
    });
  });

  it('words what Node really throws', async () => {
    await using folder = await testFolder();
    const path = `${folder.path}/missing`;
    const error = await readFile(path).catch((reason: unknown) => reason);
    expect(fileError(error)).toMatchObject({
      message: `${path} does not exist: list its folder to see what is there`,
      code: 'ENOENT',
    });
  });

  it.each([
    ['a tool error', new ToolError('as it is', { code: 'EISDIR' })],
    ['a bug', new TypeError('x is not a function')],
    ['an abort', AbortSignal.abort().reason],
    ['an error with a code alone', Object.assign(new Error('x'), { code: 'ERR_X' })],
    ['a thrown string', 'text'],
    ['nothing', undefined],
  ])('gives back %s', (_name, error: unknown) => {
    expect(fileError(error, 'path')).toBe(error);
  });
});
