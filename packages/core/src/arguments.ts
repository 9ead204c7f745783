import type * as z from 'zod';
import type { ToolDefinition } from './contract.ts';
import type { ToolListing } from './describe.ts';

export type ReadArguments =
  | { readonly args: Record<string, unknown> }
  | { readonly faults: readonly string[] };

/**
 * Checks the arguments of a call. Clients with strict function calling send null for what they
 * leave out, and some send arrays, objects, numbers and booleans as JSON text: both are accepted.
 * Faults read `path: message`, one each.
 */
export function readArguments(
  tool: ToolDefinition,
  raw: Readonly<Record<string, unknown>>,
  listing: () => ToolListing,
): ReadArguments {
  const given = Object.fromEntries(
    Object.entries(raw).filter(([name, value]) => !isAbsent(tool, name, value)),
  );
  const first = tool.input.safeParse(given);
  if (first.success) return { args: first.data };
  const parsed = withJsonParsed(given, listing());
  const second = parsed ? tool.input.safeParse(parsed) : first;
  if (second.success) return { args: second.data };
  const allowed = Object.keys(tool.input.shape);
  const read = parsed ?? given;
  return { faults: second.error.issues.flatMap(issue => describeIssue(issue, read, allowed)) };
}

function isAbsent(tool: ToolDefinition, name: string, value: unknown): boolean {
  if (value !== null && !(value === '' && tool.placeholders)) return false;
  const parameter = Object.hasOwn(tool.input.shape, name) ? tool.input.shape[name] : undefined;
  return parameter !== undefined && accepts(parameter, undefined);
}

/** The arguments with JSON text parsed where another type is declared; undefined when none is. */
function withJsonParsed(
  given: Readonly<Record<string, unknown>>,
  { inputSchema }: ToolListing,
): Record<string, unknown> | undefined {
  const properties = (inputSchema['properties'] ?? {}) as Record<string, object>;
  let changed = false;
  const entries = Object.entries(given).map(([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (typeof value !== 'string' || !schema || !forbidsText(schema)) return [name, value];
    try {
      const parsed: unknown = JSON.parse(value);
      changed = true;
      return [name, parsed];
    } catch {
      return [name, value];
    }
  });
  return changed ? Object.fromEntries(entries) : undefined;
}

/** A schema that names no type allows everything, text too. */
function forbidsText(schema: object): boolean {
  const allowed = kinds(schema);
  return allowed.size > 0 && !allowed.has('string');
}

/** The JSON types that a schema names at its top. */
function kinds(schema: object, found = new Set<string>()): ReadonlySet<string> {
  for (const [key, value] of Object.entries(schema))
    if (key === 'type') for (const type of [value].flat()) found.add(String(type));
    else if (key === 'enum') for (const one of value) found.add(typeof one);
    else if (key === 'const') found.add(typeof value);
    else if (key === 'anyOf' || key === 'oneOf' || key === 'allOf')
      for (const part of value) kinds(part, found);
  return found;
}

const accepts = (schema: z.core.$ZodType, value: unknown): boolean => {
  const result = schema['~standard'].validate(value);
  return !(result instanceof Promise) && result.issues === undefined;
};

type Issue = z.core.$ZodIssue;

function describeIssue(issue: Issue, given: object, allowed: readonly string[]): string[] {
  const path = pathText(issue.path);
  const value = valueAt(given, issue.path);
  const at = (message: string) => [path === '' ? message : `${path}: ${message}`];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map(key =>
        issue.path.length === 0
          ? `${key}: unknown argument; allowed: ${allowed.join(', ') || 'none'}`
          : `${path}.${key}: unknown key`,
      );
    case 'invalid_type':
      if (value === undefined) return at(`required (${issue.expected})`);
      return at(`must be ${article(issue.expected)}, got ${shown(value)}`);
    case 'invalid_value':
      return at(`must be one of ${issue.values.map(shown).join(', ')}, got ${shown(value)}`);
    default:
      return at(`${issue.message}, got ${shown(value)}`);
  }
}

const article = (type: string) =>
  type === 'int' ? 'an integer' : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

const pathText = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : `${text}${text && '.'}${String(part)}`,
    '',
  );

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? Reflect.get(value, part)
        : undefined,
    root,
  );

const longestShown = 80;
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longestShown ? `${text.slice(0, longestShown)}...` : text;
}
