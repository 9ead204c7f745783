export { fsConfig } from './config.ts';
export { applyUnifiedDiff } from './lib/patch/apply-unified-diff.ts';
export { createFsServer, type FsSettings } from './server.ts';
