import * as z from 'zod';
import type { ConfigOf, ConfigTable, Field, Fields, ToolServer } from './contract.ts';

type Kind<T> = Pick<Field<T>, 'schema' | 'accepts'>;

/** A whole number above zero; `unit` says of what. */
export const positiveInteger = (unit: string): Kind<number> => ({
  accepts: `positive integer (${unit})`,
  schema: z.union([aboveZero, digits.transform(Number).pipe(aboveZero)], notPositive),
});
const notPositive = { error: 'must be a positive integer' };
const aboveZero = z.int().positive(notPositive);
const digits = z.string().regex(/^[0-9]{1,15}$/);

/** Exactly `true` or `false`. */
export const flag = (): Kind<boolean> => ({
  accepts: '`true` or `false`',
  schema: z.union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')], {
    error: 'must be true or false',
  }),
});

/** One of the given words. */
export const choice = <const T extends string>(...words: readonly [T, ...T[]]): Kind<T> => ({
  accepts: words.map(word => `\`${word}\``).join(', '),
  schema: z.enum(words, { error: `must be one of ${words.join(', ')}` }),
});

/** Any text; absent when not set. */
export const optionalText = (accepts: string): Kind<string | undefined> => ({
  accepts,
  schema: z.string().optional(),
});

/** Items between separators, trimmed, empty ones dropped. */
export const list = (accepts: string, separator = ','): Kind<readonly string[]> => ({
  accepts,
  schema: z.union([
    z.array(z.string()),
    z.string().transform(text =>
      text
        .split(separator)
        .map(item => item.trim())
        .filter(item => item !== ''),
    ),
  ]),
});

/** Ties a field's default to its schema's type; returns the field as it is. */
export const field = <T>(
  one: Omit<Field<T>, 'default'> & { readonly default: NoInfer<T> },
): Field<T> => one;

/** A table of settings; returns it as it is, typed. */
export const defineConfig = <F extends Fields>(table: ConfigTable<F>): ConfigTable<F> => table;

type Overrides<Tables extends readonly ConfigTable[]> = Tables extends readonly [
  ConfigTable<infer F>,
  ...infer Rest extends readonly ConfigTable[],
]
  ? Partial<ConfigOf<F>> & Overrides<Rest>
  : unknown;

/** The settings that a factory takes in code: each key of its tables. */
export type SettingsOf<Tables extends readonly ConfigTable[]> = Overrides<Tables>;

/** Sorts settings given in code by the area of the table that owns each key. */
export function settingsByArea(
  tables: readonly ConfigTable[],
  settings: object,
): NonNullable<ToolServer['overrides']> {
  const areas: Record<string, Record<string, unknown>> = {};
  for (const [key, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    const owner = tables.find(table => Object.hasOwn(table.fields, key));
    if (!owner) {
      const known = tables.flatMap(table => Object.keys(table.fields));
      throw new TypeError(`unknown setting "${key}"; known: ${known.join(', ')}`);
    }
    areas[owner.area] = { ...areas[owner.area], [key]: value };
  }
  return areas;
}
