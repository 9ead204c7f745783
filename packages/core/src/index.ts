export type { AdapterOptions } from './adapter-options.ts';
export { type CallRequest, type CallResult, type Content, UnknownTool } from './call.ts';
export { callTool } from './call-tool.ts';
export { ComposeError, type ComposeOptions, type HostedTool } from './compose.ts';
export { ConfigError, readConfig } from './config.ts';
export {
  type Block,
  type ConfigOf,
  type ConfigTable,
  defineTool,
  type Failure,
  type Field,
  type Fields,
  type Hints,
  Illustrated,
  isIllustrated,
  isToolError,
  type Log,
  type LogLevel,
  type ReadConfig,
  type Reply,
  type Session,
  type Slot,
  type SlotEnv,
  type ToolContext,
  type ToolDefinition,
  ToolError,
  type ToolServer,
} from './contract.ts';
export { describe, type ToolListing } from './describe.ts';
export { type Environment, processEnvironment } from './environment.ts';
export { createHost, type Host, type HostOptions } from './host.ts';
export { bytesPerMb, limitsConfig } from './limits-config.ts';
export { createLog, logConfig } from './log.ts';
export { Mutex } from './mutex.ts';
export {
  choice,
  defineConfig,
  field,
  flag,
  list,
  optionalText,
  positiveInteger,
  settingsByArea,
  type SettingsOf,
} from './settings.ts';
