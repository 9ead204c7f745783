export { memoryConfig } from './config.ts';
export { createMemoryServer, type MemorySettings } from './server.ts';
