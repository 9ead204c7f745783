import type { Listed } from './client.ts';

/** Values for parameters by name, such as paths inside a test's folder. */
export type Samples = Readonly<Record<string, readonly unknown[]>>;

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Arguments that the schema allows: required ones always, optional ones half of the time. */
export function validArguments(
  { inputSchema }: Pick<Listed, 'inputSchema'>,
  random: () => number,
  samples: Samples,
): Record<string, unknown> {
  const required = new Set(inputSchema.required);
  return Object.fromEntries(
    Object.entries(inputSchema.properties ?? {})
      .filter(([name]) => required.has(name) || random() < 0.5)
      .map(([name, schema]) => [name, valueFor(name, schema, random, samples)]),
  );
}

/** Valid arguments with one fault: unknown, missing, of a wrong type, or nonsense inside. */
export function invalidArguments(
  tool: Pick<Listed, 'inputSchema'>,
  random: () => number,
  samples: Samples,
): Record<string, unknown> {
  const args = validArguments(tool, random, samples);
  const names = Object.keys(tool.inputSchema.properties ?? {});
  const name = pick(names, random);
  const [missing] = tool.inputSchema.required ?? [];
  const kind = random();
  if (kind < 0.25 || name === undefined) return { ...args, [`no_${name ?? 'such'}_argument`]: 1 };
  if (kind < 0.5 && missing !== undefined)
    return Object.fromEntries(Object.entries(args).filter(([key]) => key !== missing));
  const wrong = wrongValues.filter(value => !fits(value, tool.inputSchema.properties?.[name]));
  return { ...args, [name]: pick(wrong, random) };
}

type Schema = Readonly<Record<string, unknown>>;

function valueFor(name: string, schema: Schema, random: () => number, samples: Samples): unknown {
  const given = samples[name];
  if (given) return pick(given, random);
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(options)) return valueFor(name, pick(options, random), random, samples);
  if (Array.isArray(schema['enum'])) return pick(schema['enum'], random);
  if ('const' in schema) return schema['const'];
  switch (schema['type']) {
    case 'string':
      return pick(texts, random);
    case 'integer':
      return pick([0, 1, 2, 3, 50, -1, 1_000_000], random);
    case 'number':
      return pick([0, 0.5, 1, 3.25, -2, 1e6], random);
    case 'boolean':
      return random() < 0.5;
    case 'array':
      return Array.from({ length: Math.floor(random() * 3) }, () =>
        valueFor('', (schema['items'] ?? {}) as Schema, random, {}),
      );
    case 'object':
      return validArguments(
        { inputSchema: { type: 'object', properties: {}, ...schema } },
        random,
        {},
      );
    default:
      return pick(texts, random);
  }
}

const texts = [
  '',
  'a',
  'Hello',
  'two words',
  'über',
  '日本語',
  '🙂',
  '*',
  '[',
  '\\',
  '%00',
  '-x',
  'a\nb',
];
const wrongValues: readonly unknown[] = [{}, { a: 1 }, [], [[]], true, 1.5, 'text', 1e300, -0.1];

function fits(value: unknown, schema: Schema | undefined): boolean {
  const text = JSON.stringify(schema ?? {});
  if (typeof value === 'string')
    return /"(string|object|array|number|integer|boolean)"/.test(text) && text.includes('"string"');
  if (Array.isArray(value)) return text.includes('"array"');
  if (typeof value === 'object') return text.includes('"object"');
  if (typeof value === 'boolean') return text.includes('"boolean"');
  if (typeof value === 'number') return text.includes('"number"');
  return false;
}

const pick = <T>(items: readonly T[], random: () => number): T =>
  items[Math.floor(random() * items.length)] as T;
