import type { ToolContext } from '@std-tools/core';
import { childrenSlot, sandboxSlot } from '@std-tools/kit-process';
import { Shell } from './lib/shell.ts';

/** The shell of the caller's session. */
export async function sessionShell({ session }: Pick<ToolContext, 'session'>): Promise<Shell> {
  const [children, sandbox] = [await session.get(childrenSlot), await session.get(sandboxSlot)];
  return session.get({
    name: 'shell',
    scope: 'session',
    create: () => new Shell(children, sandbox, process.cwd()),
  });
}
