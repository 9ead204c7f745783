import { claimStdout } from '@std-tools/core/stdout';

const stdout = claimStdout();
const { runServerCommand } = await import('@std-tools/core/command');
const { createExecServer } = await import('./server.ts');

runServerCommand(createExecServer(), { stdout, argv: process.argv.slice(2), env: process.env });
