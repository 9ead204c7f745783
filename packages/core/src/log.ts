import { inspect } from 'node:util';
import type { Environment } from './environment.ts';
import type { Log, LogLevel } from './contract.ts';
import { choice, defineConfig, field } from './settings.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const satisfies readonly LogLevel[];

export const logConfig = defineConfig({
  area: 'Logging',
  fields: {
    level: field({
      env: 'DPTTOOLS_LOG_LEVEL',
      ...choice(...levels),
      default: 'warn',
      doc: 'Least level that is written to stderr (and to the launcher’s `--log-file`).',
    }),
  },
});

/**
 * A log that writes one line an entry through `write`, from the level that the environment asks
 * for. A level that does not exist counts as the default here; composing a host reports it.
 */
export function createLog(env: Environment, write: (line: string) => void): Log {
  const { env: variable, schema, default: usual } = logConfig.fields.level;
  const from = levels.indexOf(schema.safeParse(env[variable]).data ?? usual);
  return (level, message, data) => {
    if (levels.indexOf(level) < from) return;
    const details = data ? ` ${inspect(data, { breakLength: Infinity })}` : '';
    write(`${new Date().toISOString()} ${level} ${message}${details}\n`);
  };
}
