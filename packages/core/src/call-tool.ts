import type { CallResult } from './call.ts';
import type { Host } from './host.ts';

/** Calls a tool of a host without any protocol; all such calls share one session. */
export function callTool(
  host: Host,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {},
): Promise<CallResult> {
  return host.call(name, args, {
    signal,
    sessionId: 'embedded',
    progress: async () => {},
    elicit: async () => undefined,
    roots: async () => undefined,
  });
}
