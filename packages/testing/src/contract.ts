import type { Listed } from './client.ts';

/** What a parameter must be: JSON types, default, and the words an enumeration allows. */
export interface ContractParameter {
  readonly types: readonly string[];
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: ContractParameters;
}
export interface ContractParameters {
  readonly required: readonly string[];
  readonly parameters: Readonly<Record<string, ContractParameter>>;
}
/** The tools that a server must have, by name. */
export type Contract = Readonly<Record<string, ContractParameters>>;

/** Every way in which the listed tools break the contract; optional parameters may be added. */
export function contractFaults(contract: Contract, tools: readonly Listed[]): string[] {
  const listed = new Map(tools.map(tool => [tool.name, tool]));
  return Object.entries(contract).flatMap(([name, wanted]) => {
    const tool = listed.get(name);
    return tool ? parameterFaults(name, wanted, tool.inputSchema) : [`${name} is missing`];
  });
}

type Schema = Readonly<Record<string, unknown>>;

function parameterFaults(at: string, wanted: ContractParameters, schema: Schema): string[] {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const required = [...((schema['required'] ?? []) as string[])].sort();
  const faults = Object.entries(wanted.parameters).flatMap(([name, parameter]) => {
    const found = properties[name];
    return found ? valueFaults(`${at}.${name}`, parameter, found) : [`${at}.${name} is missing`];
  });
  const wantedRequired = [...wanted.required].sort();
  if (required.join() !== wantedRequired.join())
    faults.push(`${at} requires ${required.join()}, wanted ${wantedRequired.join()}`);
  return faults;
}

function valueFaults(at: string, wanted: ContractParameter, schema: Schema): string[] {
  const types = typesOf(schema);
  const faults = wanted.types
    .filter(type => type !== 'null' && !types.has(type))
    .map(type => `${at} does not take type ${type}`);
  if (JSON.stringify(schema['default'] ?? null) !== JSON.stringify(wanted.default ?? null))
    faults.push(`${at} defaults to ${JSON.stringify(schema['default'])}`);
  const words = (list: unknown) => JSON.stringify([...((list ?? []) as unknown[])].sort());
  if (wanted.enum && words(schema['enum']) !== words(wanted.enum))
    faults.push(`${at} allows ${words(schema['enum'])}`);
  if (wanted.properties) faults.push(...parameterFaults(at, wanted.properties, schema));
  return faults;
}

function typesOf(schema: Schema): ReadonlySet<string> {
  const own = [schema['type'] ?? []].flat().map(String);
  const nested = [schema['anyOf'], schema['oneOf'], schema['allOf']].flatMap(parts =>
    Array.isArray(parts) ? parts.flatMap(part => [...typesOf(part as Schema)]) : [],
  );
  const found = new Set([...own, ...nested]);
  if (Array.isArray(schema['enum'])) for (const one of schema['enum']) found.add(typeof one);
  if (found.has('integer')) found.add('number');
  if (found.has('number')) found.add('integer');
  return found;
}
