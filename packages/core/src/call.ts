import * as z from 'zod';
import { readArguments } from './arguments.ts';
import type { HostedTool } from './compose.ts';
import { type Block, isIllustrated, isToolError, type Log, type ToolContext } from './contract.ts';
import { describe, type ToolListing } from './describe.ts';
import { InputNeeded } from './input-needed.ts';
import type { Lifetime } from './lifetime.ts';

export type Content =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string };

/** The result of `tools/call` as it goes over the wire. */
export type CallResult = {
  content: Content[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

/** What a transport knows of one call. */
export interface CallRequest extends Pick<ToolContext, 'signal' | 'progress' | 'elicit' | 'roots'> {
  /** Undefined when nothing may live between calls. */
  readonly sessionId: string | undefined;
}

/** No tool of that name; the adapters answer with the protocol's own error. */
export class UnknownTool extends Error {
  constructor(name: string, known: Iterable<string>) {
    super(`unknown tool "${name}"; known: ${[...known].join(', ')}`);
  }
}

interface Parts {
  readonly tools: ReadonlyMap<string, HostedTool>;
  readonly life: Lifetime;
  readonly log: Log;
  list(): readonly ToolListing[];
}

/** Checks the arguments, runs the handler, and turns what happens into a result. */
export async function runTool(
  { tools, life, log, list }: Parts,
  name: string,
  raw: unknown,
  { sessionId, ...request }: CallRequest,
): Promise<CallResult> {
  const hosted = tools.get(name);
  if (!hosted) throw new UnknownTool(name, tools.keys());
  const { tool, server, config } = hosted;
  const failed = (code: string, message: string): CallResult => ({
    content: [
      text(server.formatError ? server.formatError({ code, message }) : `Error: ${message}`),
    ],
    isError: true,
  });

  const read = readArguments(
    tool,
    isRecord(raw) ? raw : {},
    () => list().find(one => one.name === name) ?? describe(tool),
  );
  if ('faults' in read)
    return failed('invalid_request', `invalid arguments for ${name}\n${read.faults.join('\n')}`);
  let roots: ReturnType<ToolContext['roots']> | undefined;
  const ctx: ToolContext = {
    ...request,
    // A client that is gone must not turn a report into a failure.
    progress: (...report) => request.progress(...report).catch(() => {}),
    roots: () => (roots ??= request.roots()),
    config,
    log,
    session: life.session(sessionId, config),
  };
  try {
    return encode(tool.output, await tool.handler(read.args, ctx));
  } catch (error) {
    if (error instanceof InputNeeded || request.signal.aborted) throw error;
    if (isToolError(error)) return failed(error.code, error.message);
    log('error', `${name} failed`, { error });
    return failed('internal_error', `${name} failed: ${reason(error)}`);
  }
}

function encode(output: HostedTool['tool']['output'], reply: unknown): CallResult {
  if (typeof reply === 'string') return { content: [text(reply)] };
  if (!output) {
    if (!Array.isArray(reply)) throw new TypeError('the handler gave neither text nor blocks');
    return { content: (reply as readonly Block[]).map(wire) };
  }
  const [value, blocks] = isIllustrated(reply) ? [reply.value, reply.blocks] : [reply, []];
  // One text for both: what a program and what a model reads cannot differ.
  const json = JSON.stringify(output.parse(value), (_, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed() : part,
  );
  return {
    content: [...blocks.map(wire), { type: 'text', text: json }],
    structuredContent: JSON.parse(json),
  };
}

/** A lone surrogate breaks strict JSON readers, so every text goes out well-formed. */
const text = (value: string): Content => ({ type: 'text', text: value.toWellFormed() });
const wire = (block: Block): Content =>
  block.type === 'text'
    ? text(block.text)
    : { ...block, data: Buffer.from(block.data).toString('base64') };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One line about what was thrown. */
function reason(error: unknown): string | undefined {
  if (error instanceof z.core.$ZodError) {
    const [issue] = error.issues; // the message of such an error is JSON over many lines
    if (issue) return [z.core.toDotPath(issue.path), issue.message].filter(Boolean).join(': ');
  }
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0];
}
