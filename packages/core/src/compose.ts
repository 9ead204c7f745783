import * as z from 'zod';
import type { ReadConfig, ToolDefinition, ToolServer } from './contract.ts';

/** A tool in a host: its definition, the server that owns it and that server's settings. */
export interface HostedTool {
  readonly tool: ToolDefinition;
  readonly server: ToolServer;
  readonly config: ReadConfig;
}

export interface ComposeOptions {
  /** Tools left out, by the name they would be served under. */
  readonly excludeTools?: ReadonlySet<string>;
  /** Serve only what cannot write. */
  readonly readOnly?: boolean;
  /** Prefix of each tool's name, by the server's MCP name. */
  readonly prefixes?: ReadonlyMap<string, string>;
}

/** Servers that do not fit together as asked. */
export class ComposeError extends Error {
  override readonly name = 'ComposeError';
}

/**
 * Joins the tools of all servers in order. Throws `ComposeError` for a name used twice, naming both
 * owners, and for an excluded name that no server has.
 */
export function compose(
  servers: readonly (readonly [ToolServer, ReadConfig])[],
  { excludeTools = new Set(), readOnly = false, prefixes = new Map() }: ComposeOptions = {},
): ReadonlyMap<string, HostedTool> {
  const tools = new Map<string, HostedTool>();
  const seen = new Set<string>();
  for (const [server, config] of servers) {
    const list = typeof server.tools === 'function' ? server.tools(config) : server.tools;
    for (const defined of list) {
      if (!isTool(defined))
        throw new ComposeError(
          `"${server.name}" has a tool without a snake_case name, an input or a handler: ` +
            `${JSON.stringify(defined)}`,
        );
      const kept = readOnly ? withoutWriting(defined) : defined;
      const name = `${prefixes.get(server.name) ?? ''}${defined.name}`;
      seen.add(name);
      if (!kept || excludeTools.has(name)) continue;
      const first = tools.get(name)?.server.name;
      if (first !== undefined)
        throw new ComposeError(
          `two servers have a tool "${name}": "${first}" and "${server.name}". ` +
            (first === server.name
              ? 'They have one name, so give one of them another'
              : `Rename one server's tools with --prefix ${server.name}=other_`),
        );
      tools.set(name, { tool: { ...kept, name }, server, config });
    }
  }
  // A misspelt name would leave a tool served that should not be.
  const unknown = [...excludeTools].filter(name => !seen.has(name));
  if (unknown.length > 0)
    throw new ComposeError(
      `no tool to exclude is named ${unknown.map(name => `"${name}"`).join(', ')}`,
    );
  return tools;
}

/** Plug-ins come from JavaScript too, and one broken tool would break the list of all. */
const isTool = ({ name, input, handler }: Partial<ToolDefinition>): boolean =>
  /^[a-z][a-z0-9_]*$/.test(name ?? '') && input instanceof Object && handler instanceof Function;

function withoutWriting(tool: ToolDefinition): ToolDefinition | undefined {
  if (tool.hints.readOnly) return tool;
  if (!tool.writesOnlyThrough) return undefined;
  const writing = new Set<string>(tool.writesOnlyThrough);
  const kept = Object.entries(tool.input.shape).filter(([name]) => !writing.has(name));
  return {
    ...tool,
    input: z.strictObject(Object.fromEntries(kept)),
    hints: { ...tool.hints, readOnly: true, destructive: false, idempotent: true },
  };
}
