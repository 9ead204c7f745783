import { lstat, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorCode, isInside } from '@std-tools/kit-files';

/** Where a path below a folder leads. */
export type Place =
  | { readonly kind: 'inside'; readonly real: string }
  | { readonly kind: 'missing' }
  /** Out of the folder, to the folder itself, or by a link that leads nowhere. */
  | { readonly kind: 'outside' };

/**
 * Follows a path with all its links, from `base` (a real path inside of `root`, itself real), and
 * tells whether it stays in `root`. Of what is outside it tells nothing, not even whether it exists.
 * Other failures, such as EACCES, are the system's errors.
 */
export async function placeInside(root: string, path: string, base = root): Promise<Place> {
  const absolute = resolve(base, path);
  if (!isBelow(absolute, root)) return { kind: 'outside' };
  try {
    const real = await realpath(absolute);
    return isBelow(real, root) ? { kind: 'inside', real } : { kind: 'outside' };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ELOOP') return { kind: 'outside' };
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    return { kind: (await startsInside(root, absolute)) ? 'missing' : 'outside' };
  }
}

/** True when the part of the path that exists is inside of the folder. */
async function startsInside(root: string, path: string): Promise<boolean> {
  for (let at = path; at !== root; at = dirname(at)) {
    const exists = await lstat(at).then(
      () => true,
      () => false,
    );
    if (!exists) continue;
    const real = await realpath(at).catch(() => undefined);
    return real !== undefined && isBelow(real, root);
  }
  return true;
}

/** True for a path below a folder, compared as texts. */
export const isBelow = (path: string, folder: string): boolean =>
  path !== folder && isInside(path, folder);
