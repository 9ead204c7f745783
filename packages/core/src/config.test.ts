import { expect, it } from 'vitest';
import { checkConfig, ConfigError, readConfig } from './config.ts';
import type { Environment } from './environment.ts';
import type { ConfigTable } from './contract.ts';
import { choice, defineConfig, field, flag, optionalText, positiveInteger } from './settings.ts';

const table = defineConfig({
  area: 'Test',
  fields: {
    size: field({ env: 'TEST_SIZE', ...positiveInteger('MB'), default: 50, doc: 'Size.' }),
    quick: field({ env: 'TEST_QUICK', ...flag(), default: true, doc: 'Quick.' }),
    mode: field({ env: 'TEST_MODE', ...choice('on', 'off'), default: 'off', doc: 'Mode.' }),
    folder: field({ env: 'TEST_FOLDER', ...optionalText('a path'), default: undefined, doc: '' }),
  },
  check: ({ mode, folder }) =>
    mode === 'on' && folder === undefined ? ['TEST_MODE=on needs TEST_FOLDER'] : [],
});
const defaults = { size: 50, quick: true, mode: 'off', folder: undefined };

function faults(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

it('takes defaults where nothing is set', () => {
  expect(readConfig(table, {})).toEqual(defaults);
});

it('takes the environment before the default', () => {
  expect(readConfig(table, { TEST_SIZE: '7', TEST_QUICK: 'false' })).toEqual({
    ...defaults,
    size: 7,
    quick: false,
  });
});

it('takes what code gives before the environment', () => {
  const env = { TEST_SIZE: '7', TEST_QUICK: 'true' };
  expect(readConfig(table, env, { size: 9, quick: false })).toEqual({
    ...defaults,
    size: 9,
    quick: false,
  });
});

it('does not look at a variable that code overrides', () => {
  expect(readConfig(table, { TEST_SIZE: 'bad' }, { size: 9 }).size).toBe(9);
});

it('checks what code gives, and names the variable', () => {
  expect(faults(() => readConfig(table, {}, { size: -1 }))).toEqual([
    'TEST_SIZE must be a positive integer (got -1)',
  ]);
});

it('takes an empty variable as not set', () => {
  const env = { TEST_SIZE: '', TEST_QUICK: '', TEST_MODE: '', TEST_FOLDER: '' };
  expect(readConfig(table, env)).toEqual(defaults);
});

const bad = { TEST_SIZE: '0', TEST_QUICK: 'yes', TEST_MODE: 'maybe' };
const badFaults = [
  'TEST_SIZE must be a positive integer (got "0")',
  'TEST_QUICK must be true or false (got "yes")',
  'TEST_MODE must be one of on, off (got "maybe")',
];

it('tells all faults of a table together', () => {
  expect(faults(() => readConfig(table, bad))).toEqual(badFaults);
});

it('prints one fault a line', () => {
  expect(() => readConfig(table, bad)).toThrow(
    `invalid configuration\n  ${badFaults.join('\n  ')}`,
  );
});

it('checks rules between variables', () => {
  expect(faults(() => readConfig(table, { TEST_MODE: 'on' }))).toEqual([
    'TEST_MODE=on needs TEST_FOLDER',
  ]);
  expect(readConfig(table, { TEST_MODE: 'on', TEST_FOLDER: '/data' }).mode).toBe('on');
});

it('leaves rules between variables out while one of them is wrong', () => {
  expect(faults(() => readConfig(table, { TEST_MODE: 'on', TEST_SIZE: 'x' }))).toEqual([
    'TEST_SIZE must be a positive integer (got "x")',
  ]);
});

const secretTable = defineConfig({
  area: 'Secret',
  fields: {
    key: field({
      env: 'TEST_KEY',
      ...choice('right'),
      default: 'right',
      doc: 'A key.',
      secret: true,
    }),
  },
});

it('never prints a secret', () => {
  expect(faults(() => readConfig(secretTable, { TEST_KEY: 'hush' }))).toEqual([
    'TEST_KEY must be one of right (got ***)',
  ]);
  expect(faults(() => readConfig(secretTable, {}, { key: 'hush' }))).toEqual([
    'TEST_KEY must be one of right (got ***)',
  ]);
});

const liveTable = defineConfig({
  area: 'Live',
  fields: {
    size: field({
      env: 'TEST_LIVE',
      ...positiveInteger('MB'),
      default: 1,
      doc: 'Read at every use.',
      live: true,
    }),
    fixed: field({ env: 'TEST_FIXED', ...positiveInteger('MB'), default: 1, doc: 'Read once.' }),
  },
});

it('reads a live field at every use, the others once', () => {
  const env = { TEST_LIVE: '2', TEST_FIXED: '2' };
  const config = readConfig(liveTable, env);
  const before = { ...config };
  env.TEST_LIVE = '3';
  env.TEST_FIXED = '3';
  expect([before, { ...config }]).toEqual([
    { size: 2, fixed: 2 },
    { size: 3, fixed: 2 },
  ]);
});

it('falls back to the default when a live field turns bad later', () => {
  const env: Environment & { TEST_LIVE: string } = { TEST_LIVE: '2' };
  const config = readConfig(liveTable, env);
  env.TEST_LIVE = 'x';
  expect(config.size).toBe(1);
});

it('refuses a live field that is bad at the start', () => {
  expect(faults(() => readConfig(liveTable, { TEST_LIVE: 'x' }))).toEqual([
    'TEST_LIVE must be a positive integer (got "x")',
  ]);
});

it('tells the faults of several tables together, each once', () => {
  const tables = [{ table }, { table: liveTable }, { table }];
  const env = { ...bad, TEST_LIVE: 'x' };
  expect(faults(() => checkConfig(tables, env))).toEqual([
    ...badFaults,
    'TEST_LIVE must be a positive integer (got "x")',
  ]);
});

it('checks each table with what code gives for it', () => {
  expect(() => checkConfig([{ table, given: { size: 2 } }], { TEST_SIZE: 'x' })).not.toThrow();
});

it('does not hide a bug in a rule behind a configuration fault', () => {
  const broken: ConfigTable = {
    ...table,
    check() {
      throw new RangeError('bug');
    },
  };
  expect(() => checkConfig([{ table: broken }], {})).toThrow(RangeError);
});
