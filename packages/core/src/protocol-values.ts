import * as z from 'zod';

/** The parameters of a progress notification; undefined when the client did not ask for any. */
export const progressParams = (
  progressToken: string | number | undefined,
  progress: number,
  total?: number,
  message?: string,
) =>
  progressToken === undefined
    ? undefined
    : {
        progressToken,
        progress,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message: message.toWellFormed() }),
      };

/** Milliseconds that a client has to tell its roots. */
export const rootsTimeoutMs = 10_000;

/** What a tool says when the client offers roots and then does not tell them. */
export const silentClient =
  'the client offers roots but did not tell them when asked: try again, or give the folders ' +
  'in DPTTOOLS_FS_ROOTS';

/** The URIs in a client's answer to `roots/list`; entries that are none are left out. */
export function rootUris(answer: unknown): string[] {
  const { data } = rootList.safeParse(answer);
  return (data?.roots ?? []).flatMap(one => root.safeParse(one).data?.uri ?? []);
}
const root = z.object({ uri: z.string() });
const rootList = z.object({ roots: z.array(z.unknown()) });
