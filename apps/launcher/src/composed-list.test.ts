import { createHost } from '@std-tools/core';
import { expect, it } from 'vitest';
import { createServers } from './index.ts';

/** The 56 default tools may take 40,000 characters; each has its share. */
const charactersPerTool = 40_000 / 56;

it('keeps the composed list within its budget, every parameter described', async () => {
  const list = createHost(await createServers(), { env: {} }).list();
  const sizes = list
    .map(({ name, description, inputSchema }) => ({
      name,
      characters: JSON.stringify({ name, description, inputSchema }).length,
    }))
    .sort((one, other) => other.characters - one.characters);
  const total = sizes.reduce((sum, { characters }) => sum + characters, 0);
  const undescribed = list.flatMap(({ name, inputSchema }) =>
    Object.entries(Object(inputSchema['properties']))
      .filter(([, schema]) => !Object(schema)['description'])
      .map(([parameter]) => `${name}.${parameter}`),
  );
  const long = list.filter(({ description }) => description.length > 600).map(({ name }) => name);
  process.stdout.write(
    `${list.length} tools, ${total} characters; longest: ` +
      `${sizes
        .slice(0, 10)
        .map(({ name, characters }) => `${name} ${characters}`)
        .join(', ')}\n`,
  );
  expect(undescribed).toEqual([]);
  expect(long).toEqual([]);
  expect(total).toBeLessThanOrEqual(charactersPerTool * list.length);
});
