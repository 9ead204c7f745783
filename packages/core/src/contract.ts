import type * as z from 'zod';

/** One piece of a reply. Binary data stays bytes here; the adapters encode it. */
export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: Uint8Array; readonly mimeType: string };

/** What a handler may return: text, blocks, or the object that `output` describes. */
export type Reply<Out> = Out extends z.ZodObject
  ? z.input<Out> | Illustrated<z.input<Out>>
  : string | readonly Block[];

/** What a handler gets besides its arguments. */
export interface ToolContext {
  /** Aborted when the client cancels, disconnects, or its session ends. */
  readonly signal: AbortSignal;
  /** Owner of live things: a shell, a browser, a desktop, a lock. */
  readonly session: Session;
  /** Settings by table: `ctx.config(limitsConfig).maxFileSizeMb`. */
  readonly config: ReadConfig;
  /** Writes to stderr, never to stdout. */
  readonly log: Log;
  /** Tells the client how far the work is; silent when the client did not ask. */
  progress(done: number, total?: number, message?: string): Promise<void>;
  /**
   * Asks the user; undefined when declined or unsupported. Call it before any side effect, once a
   * call: on the 2026 protocol the handler runs again when the answer is there.
   */
  elicit<S extends z.ZodObject>(
    key: string,
    message: string,
    schema: S,
  ): Promise<z.output<S> | undefined>;
  /** The client's roots as URIs; undefined when it offers none. Same rule as `elicit`. */
  roots(): Promise<readonly string[] | undefined>;
}

/** What a tool does to the world, told to the client as MCP annotations. */
export interface Hints {
  readonly readOnly: boolean;
  readonly openWorld: boolean;
  /** Default: not read-only. */
  readonly destructive?: boolean;
  /** Default: read-only. */
  readonly idempotent?: boolean;
}

export interface ToolDefinition<
  In extends z.ZodObject = z.ZodObject,
  Out extends z.ZodObject | undefined = z.ZodObject | undefined,
> {
  /** snake_case, unique in the house, equal to the file's name. */
  readonly name: string;
  readonly title: string;
  /** The text a model reads; see docs/design-principles.md. */
  readonly description: string;
  /** A strict object: an unknown argument is an error that lists the allowed ones. */
  readonly input: In;
  /** Declare it only when a program reads the result and the result is small. */
  readonly output?: Out;
  readonly hints: Hints;
  /** Arguments that write: `--read-only` keeps the tool but serves it without them. */
  readonly writesOnlyThrough?: readonly (keyof z.output<In> & string)[];
  /** True: an empty string for an optional argument counts as not given. */
  readonly placeholders?: true;
  handler(args: z.output<In>, ctx: ToolContext): Promise<Reply<Out>>;
}

/** Types a tool's handler by its schemas; returns the tool as it is. */
export const defineTool = <In extends z.ZodObject, Out extends z.ZodObject | undefined = undefined>(
  tool: ToolDefinition<In, Out>,
): ToolDefinition<In, Out> => tool;

/** A live thing made on first use and disposed with its session or with the process. */
export interface Slot<T extends object> {
  readonly name: string;
  readonly scope: 'session' | 'process';
  create(env: SlotEnv): T | Promise<T>;
}
export interface SlotEnv {
  readonly config: ReadConfig;
  readonly log: Log;
  /** For child processes: the host's environment without our own secrets. */
  readonly childEnvironment: Readonly<Record<string, string | undefined>>;
  /** Aborted when the owner ends. */
  readonly signal: AbortSignal;
}
export interface Session {
  readonly id: string;
  get<T extends object>(slot: Slot<T>): Promise<T>;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, message: string, data?: object) => void;

/** One setting: an environment variable with its schema, default and documentation. */
export interface Field<T = unknown> {
  readonly env: string;
  /** Takes the variable's text, or a typed value given in code. */
  readonly schema: z.ZodType<T>;
  /** The accepted values, in words for the documentation. */
  readonly accepts: string;
  readonly default: T;
  readonly doc: string;
  /** Never printed. */
  readonly secret?: true;
  /** Read at every use instead of once. */
  readonly live?: true;
}
export type Fields = Readonly<Record<string, Field>>;
export type ConfigOf<F extends Fields> = { readonly [K in keyof F]: F[K]['default'] };

/** The settings of one area. Tables are told apart by their area, not by identity. */
export interface ConfigTable<F extends Fields = Fields> {
  readonly area: string;
  readonly fields: F;
  /** Rules between variables; each string is one fault and names the variables. */
  check?(values: ConfigOf<F>): readonly string[];
}
export type ReadConfig = <F extends Fields>(table: ConfigTable<F>) => ConfigOf<F>;

/** A named group of tools with its settings. Plain data: it holds no state and starts nothing. */
export interface ToolServer {
  /** The MCP name, such as `file-system-tools`. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions?: string;
  readonly config: readonly ConfigTable[];
  /** A list, or what the resolved configuration makes of it; called once, when composed. */
  readonly tools: readonly ToolDefinition[] | ((config: ReadConfig) => readonly ToolDefinition[]);
  /** What the operator should know of this configuration; logged once, when composed. */
  warnings?(config: ReadConfig): readonly string[];
  /** Settings given in code, by area; they win over the environment. */
  readonly overrides?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Replaces the text of every failure of this server's tools. */
  formatError?(failure: Failure): string;
}
export interface Failure {
  readonly code: string;
  readonly message: string;
}

// A plug-in may carry a second copy of this file, so these values are known by a shared symbol.
const toolErrorBrand = Symbol.for('std-tools/ToolError');
const illustratedBrand = Symbol.for('std-tools/Illustrated');

/** An expected failure, written for the model: what was wrong, with which value, what to try. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly [toolErrorBrand] = true;
  readonly code: string;
  constructor(message: string, { code = 'tool_error' }: { readonly code?: string } = {}) {
    super(message);
    this.code = code;
  }
}
export const isToolError = (value: unknown): value is ToolError => has(value, toolErrorBrand);

/** An output object with pictures or text shown before its JSON. */
export class Illustrated<T> {
  readonly [illustratedBrand] = true;
  readonly value: T;
  readonly blocks: readonly Block[];
  constructor(value: T, blocks: readonly Block[]) {
    this.value = value;
    this.blocks = blocks;
  }
}
export const isIllustrated = (value: unknown): value is Illustrated<unknown> =>
  has(value, illustratedBrand);

const has = (value: unknown, brand: symbol): boolean =>
  typeof value === 'object' && value !== null && brand in value;
