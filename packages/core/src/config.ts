import type { ConfigOf, ConfigTable, Field, Fields } from './contract.ts';
import type { Environment } from './environment.ts';

/** Settings given in code. */
type Given = Readonly<Record<string, unknown>>;

/** Every fault of a configuration in one message, each line naming its variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`invalid configuration\n${faults.map(fault => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/**
 * Reads one table: settings given in code, then the environment (empty counts as unset), then the
 * default. Throws `ConfigError` with all faults of the table.
 */
export function readConfig<F extends Fields>(
  table: ConfigTable<F>,
  env: Environment,
  given: Given = {},
): ConfigOf<F> {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(table.fields)) {
    const read = () => parse(one, given[key] ?? (env[one.env] || undefined));
    const first = read();
    if ('fault' in first) faults.push(first.fault);
    else if (one.live)
      Object.defineProperty(values, key, {
        enumerable: true,
        get: () => {
          const now = read();
          return 'fault' in now ? one.default : now.value;
        },
      });
    else values[key] = first.value;
  }
  // The keys and types come from the same fields, which TypeScript cannot follow through entries.
  const config = values as ConfigOf<F>;
  if (faults.length === 0) faults.push(...(table.check?.(config) ?? []));
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** Reads every table once and throws one `ConfigError` with all their faults. */
export function checkConfig(
  tables: readonly { readonly table: ConfigTable; readonly given?: Given | undefined }[],
  env: Environment,
): void {
  const faults = new Set<string>();
  for (const { table, given } of tables)
    try {
      readConfig(table, env, given);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const fault of error.faults) faults.add(fault);
    }
  if (faults.size > 0) throw new ConfigError([...faults]);
}

function parse(one: Field, raw: unknown): { value: unknown } | { fault: string } {
  if (raw === undefined) return { value: one.default };
  const result = one.schema.safeParse(raw);
  if (result.success) return { value: result.data };
  const shown = one.secret ? '***' : JSON.stringify(raw);
  return {
    fault: `${one.env} ${result.error.issues[0]?.message ?? 'is not valid'} (got ${shown})`,
  };
}
