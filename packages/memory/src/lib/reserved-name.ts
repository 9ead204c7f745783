/** Name of the lock in the store's folder. */
export const lockName = '.lock';

const prefix = '.std-tools-';

/** True for the names, inside the store, that its own machinery uses. */
export function isReserved(segments: readonly string[]): boolean {
  // In lower case, as some file systems do not tell cases apart.
  const [first, ...rest] = segments.map(segment => segment.toLowerCase());
  if (first === undefined) return false;
  return first === lockName || [first, ...rest].some(segment => segment.startsWith(prefix));
}

/** A hidden name for a folder that is about to be removed. */
export const deletedName = (random: string): string => `${prefix}deleted-${random}`;

/** True for a name of `deletedName` with 16 hexadecimal digits. */
export const isDeletedName = (name: string): boolean =>
  /^\.std-tools-deleted-[0-9a-f]{16}$/.test(name);
