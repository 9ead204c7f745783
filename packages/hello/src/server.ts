import type { ToolServer } from '@std-tools/core';
import { tools } from './tools/index.ts';
import { version } from './version.ts';

/** The smallest complete server. */
export const createHelloServer = (): ToolServer => ({
  name: 'hello-tools',
  title: 'Hello',
  version,
  config: [],
  tools,
});
