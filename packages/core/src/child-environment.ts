import type { Environment } from './environment.ts';

/** What our settings that hold secrets are named like. */
const ownSecret =
  /^(DPTTOOLS|LLMWHISPERER|ANNOTOOLS|VISION)_(.*_)?(KEY|TOKEN|SECRET|PASSWORD)(_|$)/;

/** The environment for child processes: everything but this house's own secrets. */
export const childEnvironment = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !ownSecret.test(name)));
