// Made by `pnpm gen`; do not edit.
import type { ToolDefinition } from '@std-tools/core';
import executeCommand from './execute-command.ts';
import restartSession from './restart-session.ts';

/** The tools of this server, in the order they are listed. */
export const tools: readonly ToolDefinition[] = [
  executeCommand,
  restartSession,
];
