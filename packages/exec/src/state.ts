import { type ToolContext, ToolError } from '@std-tools/core';
import { childrenSlot } from '@std-tools/kit-process';
import { Shell } from './shell.ts';

/** The shell of the caller's session. */
export async function sessionShell({ session }: Pick<ToolContext, 'session'>): Promise<Shell> {
  if (process.platform === 'win32')
    throw new ToolError('commands need bash: on Windows, run the server in WSL');
  const children = await session.get(childrenSlot);
  return session.get({
    name: 'shell',
    scope: 'session',
    create: () => new Shell(children, process.cwd()),
  });
}
