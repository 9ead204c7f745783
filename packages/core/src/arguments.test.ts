import * as z from 'zod';
import { expect, it } from 'vitest';
import { readArguments } from './arguments.ts';
import { defineTool, type ToolDefinition } from './contract.ts';
import { describe } from './describe.ts';

const hints = { readOnly: true, openWorld: false };
const handler = async () => 'done';
const texts = { name: 'draw', title: 'Draw', description: 'Draws.' };

const draw = defineTool({
  ...texts,
  input: z.strictObject({
    path: z.string(),
    objects: z.array(z.object({ label: z.string(), bbox: z.array(z.number()) })).optional(),
    size: z.strictObject({ width: z.int() }).optional(),
    count: z.int().min(1).default(3),
    scale: z.number().nullable().optional(),
    loud: z.boolean().default(false),
    mode: z.enum(['fast', 'slow']).optional(),
    note: z.string().optional(),
    either: z.union([z.string(), z.array(z.string())]).optional(),
    level: z.union([z.literal(1), z.literal(2)]).optional(),
    cell: z.unknown().optional(),
  }),
  hints,
  handler,
});

const read = (args: Record<string, unknown>, tool: ToolDefinition = draw) =>
  readArguments(tool, args, () => describe(tool));

function accepted(args: Record<string, unknown>, tool?: ToolDefinition): Record<string, unknown> {
  const result = read(args, tool);
  if ('faults' in result) throw new Error(`refused: ${result.faults.join('\n')}`);
  return result.args;
}

function faults(args: Record<string, unknown>, tool?: ToolDefinition): readonly string[] {
  const result = read(args, tool);
  if ('args' in result) throw new Error(`accepted: ${JSON.stringify(result.args)}`);
  return result.faults;
}

const usual = { path: 'a.png', count: 3, loud: false };

it('fills in defaults', () => {
  expect(accepted({ path: 'a.png' })).toEqual(usual);
});

it.each(['objects', 'size', 'count', 'scale', 'loud', 'mode', 'note', 'either', 'cell'])(
  'takes null for the optional %s as not given',
  name => {
    expect(accepted({ path: 'a.png', [name]: null })).toEqual(usual);
  },
);

it('refuses null for what is required', () => {
  expect(faults({ path: null })).toEqual(['path: must be a string, got null']);
});

it('refuses null for an argument that does not exist', () => {
  expect(faults({ path: 'a.png', pth: null })).toEqual([
    'pth: unknown argument; allowed: path, objects, size, count, scale, loud, mode, note, ' +
      'either, level, cell',
  ]);
});

it.each([
  ['an array', 'objects', '[{"label":"a","bbox":[1,2]}]', [{ label: 'a', bbox: [1, 2] }]],
  ['an object', 'size', '{"width":4}', { width: 4 }],
  ['an integer', 'count', '7', 7],
  ['a number', 'scale', '0.5', 0.5],
  ['a boolean', 'loud', 'true', true],
  ['a literal number', 'level', '2', 2],
])('reads JSON text where %s is declared', (_kind, name, text, value) => {
  expect(accepted({ path: 'a.png', [name]: text })).toEqual({ ...usual, [name]: value });
});

it.each([
  ['a string', 'note', '7'],
  ['a choice of words', 'mode', '"fast"'],
])('leaves JSON text alone where %s is declared', (_kind, name, text) => {
  const result = read({ path: 'a.png', count: '4', [name]: text });
  expect(result).toEqual(
    name === 'note'
      ? { args: { ...usual, count: 4, note: '7' } }
      : { faults: ['mode: must be one of "fast", "slow", got "\\"fast\\""'] },
  );
});

it('leaves text alone where text is one of the declared kinds', () => {
  expect(accepted({ path: 'a.png', count: '4', either: '["x"]' })).toEqual({
    ...usual,
    count: 4,
    either: '["x"]',
  });
});

it('leaves text alone where anything is allowed', () => {
  expect(accepted({ path: 'a.png', count: '4', cell: '007' })).toEqual({
    ...usual,
    count: 4,
    cell: '007',
  });
  expect(accepted({ path: 'a.png', count: '4', cell: '7' })).toHaveProperty('cell', '7');
});

it('shows text that is no JSON as it came', () => {
  expect(faults({ path: 'a.png', count: 'many' })).toEqual(['count: must be a number, got "many"']);
});

it('names the place of a fault inside lists and objects', () => {
  const good = { label: 'a', bbox: [1] };
  expect(faults({ path: 'a.png', objects: [good, good, { label: 'c', bbox: 5 }] })).toEqual([
    'objects[2].bbox: must be an array, got 5',
  ]);
});

it('shows the value inside JSON text that has the fault', () => {
  expect(faults({ path: 'a.png', objects: '[{"label":"a","bbox":5}]' })).toEqual([
    'objects[0].bbox: must be an array, got 5',
  ]);
});

it('says of a missing value that it is required', () => {
  expect(faults({ objects: [{ label: 'a' }] })).toEqual([
    'path: required (string)',
    'objects[0].bbox: required (array)',
  ]);
});

it('tells all faults, one each', () => {
  expect(faults({ path: 1, count: 0, loud: 'no', size: { width: 1.5 } })).toEqual([
    'path: must be a string, got 1',
    'size.width: must be an integer, got 1.5',
    'count: Too small: expected number to be >=1, got 0',
    'loud: must be a boolean, got "no"',
  ]);
});

it('ignores unknown keys inside objects, unless the object is strict', () => {
  const object = { label: 'a', bbox: [], colour: 'red' };
  expect(accepted({ path: 'a.png', objects: [object] })).toEqual({
    ...usual,
    objects: [{ label: 'a', bbox: [] }],
  });
  expect(faults({ path: 'a.png', size: { width: 1, depth: 2 } })).toEqual([
    'size.depth: unknown key',
  ]);
});

it.each(['__proto__', 'constructor', 'toString'])('refuses an argument named %s', name => {
  const args = JSON.parse(`{"path":"a.png","${name}":null}`);
  expect(faults(args)[0]).toMatch(new RegExp(`^${name}: unknown argument; allowed: path, `));
});

it('says "none" when a tool takes no argument', () => {
  const plain = defineTool({ ...texts, input: z.strictObject({}), hints, handler });
  expect(faults({ path: 'a' }, plain)).toEqual(['path: unknown argument; allowed: none']);
});

it('cuts a long value', () => {
  expect(faults({ path: 'a.png', mode: 'x'.repeat(200) })).toEqual([
    `mode: must be one of "fast", "slow", got "${'x'.repeat(79)}...`,
  ]);
});

const empty = { path: 'a.png', mode: '', note: '', count: '' };

it('takes an empty text as not given in a tool with placeholders', () => {
  expect(accepted(empty, { ...draw, placeholders: true })).toEqual(usual);
});

it('refuses an empty text for what is required even with placeholders', () => {
  const tool: ToolDefinition = {
    ...draw,
    input: z.strictObject({ mode: z.enum(['fast']) }),
    placeholders: true,
  };
  expect(faults({ mode: '' }, tool)).toEqual(['mode: must be one of "fast", got ""']);
});

it('takes an empty text for what it is in other tools', () => {
  expect(accepted({ path: '', note: '' })).toEqual({ ...usual, path: '', note: '' });
  expect(faults(empty)).toEqual([
    'count: must be a number, got ""',
    'mode: must be one of "fast", "slow", got ""',
  ]);
});
