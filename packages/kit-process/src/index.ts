export {
  type Child,
  type ChildOptions,
  Children,
  childrenSlot,
  endGroup,
  tetherFd,
} from './children.ts';
export { commandTimeoutConfig } from './command-timeout-config.ts';
export type { Family, Member } from './family.ts';
export { run, type RunOptions, type RunResult } from './run.ts';
export { type Command, confine, type ConfineOptions, type Confined } from './sandbox.ts';
export { sandboxConfig, unconfinedWarning } from './sandbox-config.ts';
