/** Maps items with at most `width` of them at work at once; results keep the items' order. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  width: number,
  signal: AbortSignal,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const entries = items.entries(); // shared: each worker takes the next one
  const work = async () => {
    for (const [at, item] of entries) {
      signal.throwIfAborted();
      results[at] = await map(item);
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return results;
}
