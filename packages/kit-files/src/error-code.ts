/** The code of a system's error, such as `ENOENT`; an empty text for anything else. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
