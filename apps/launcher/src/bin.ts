import { claimStdout } from '@std-tools/core/stdout';

const stdout = claimStdout();
const { main } = await import('./main.ts');

await main({ stdout, argv: process.argv.slice(2), env: process.env });
