/** Waits for the promise, at most that many milliseconds and not after an abort: did it come? */
export function cameWithin(
  promise: Promise<unknown>,
  ms: number,
  signal?: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', late);
    };
    const late = () => {
      settle();
      resolve(false);
    };
    const timer = setTimeout(late, ms);
    if (signal?.aborted) late();
    signal?.addEventListener('abort', late);
    promise.then(
      () => {
        settle();
        resolve(true);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}
