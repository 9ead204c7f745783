import { dirname } from 'node:path';
import { makeFolders, removeFolders } from '@std-tools/kit-files';

/** Makes the missing folders above a path, and takes them away again when the task fails. */
export async function withParents<T>(path: string, task: () => Promise<T>): Promise<T> {
  const folder = dirname(path);
  const first = await makeFolders(folder);
  try {
    return await task();
  } catch (error) {
    if (first !== undefined) await removeFolders(first, folder);
    throw error;
  }
}
