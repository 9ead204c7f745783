export { createExecServer, type ExecSettings } from './server.ts';
