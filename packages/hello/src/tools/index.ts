// Made by `pnpm gen`; do not edit.
import type { ToolDefinition } from '@std-tools/core';
import sayHello from './say-hello.ts';

/** The tools of this server, in the order they are listed. */
export const tools: readonly ToolDefinition[] = [
  sayHello,
];
