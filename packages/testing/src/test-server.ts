import type { ToolServer } from '@std-tools/core';
import { describe, expect, it } from 'vitest';
import { connectClient, type SdkLine, sdkLines, type TestClient } from './client.ts';
import { type Contract, contractFaults } from './contract.ts';
import {
  invalidArguments,
  type Samples,
  seededRandom,
  validArguments,
} from './random-arguments.ts';
import { testFolder } from './test-folder.ts';

export interface ServerTestOptions {
  /** Makes the server; `dir` is an empty folder to confine it to. */
  create(dir: string): ToolServer;
  /** The snapshot of the tool list, relative to the test file. */
  readonly snapshot: string;
  readonly contract: Contract;
  /** The most characters that the tool list may have as JSON. */
  readonly maxListCharacters: number;
  /** Values for parameters by name, with which some call of each tool succeeds. */
  samples(dir: string): Samples;
  /** A call that would run long, to be cancelled; `started` resolves when it is at work. */
  readonly slow?: (dir: string) => Promise<{
    readonly server: ToolServer;
    readonly name: string;
    readonly args: Record<string, unknown>;
    started(): Promise<void>;
    stopped(): Promise<boolean>;
  }>;
}

const sets = 50;
/** Five times the second that a cancelled call may take. */
const cancelBoundMs = 5000;

/** The test that every server passes, on both lines of the SDK. */
export function testServer(options: ServerTestOptions): void {
  describe.each(sdkLines)('the server on %s', line => {
    const use = async (test: (client: TestClient, dir: string) => Promise<void>) => {
      await using folder = await testFolder();
      const env = {};
      await using client = await connectClient([options.create(folder.path)], { line, env });
      await test(client, folder.path);
    };
    describeList(options, use);
    describeCalls(options, use, line);
  });
}

type Use = (test: (client: TestClient, dir: string) => Promise<void>) => Promise<void>;

function describeList(
  { snapshot, contract, maxListCharacters }: ServerTestOptions,
  use: Use,
): void {
  it('names its tools in snake_case, at most 40 characters, each once', () =>
    use(async client => {
      const names = (await client.list()).map(tool => tool.name);
      expect(names.filter(name => !/^[a-z][a-z0-9_]{0,39}$/.test(name))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
    }));

  it('states hints, a title, a description and a description of each parameter', () =>
    use(async client => {
      const faults = (await client.list()).flatMap(({ name, title, description, ...tool }) => [
        ...(title ? [] : [`${name}: no title`]),
        ...(description && description.length <= 600 ? [] : [`${name}: description`]),
        ...(typeof tool.annotations?.['readOnlyHint'] === 'boolean' ? [] : [`${name}: hints`]),
        ...Object.entries(tool.inputSchema.properties ?? {})
          .filter(([, schema]) => !schema['description'])
          .map(([parameter]) => `${name}.${parameter}: no description`),
      ]);
      expect(faults).toEqual([]);
    }));

  it('takes only objects with known keys, described by a plain object schema', () =>
    use(async client => {
      for (const { inputSchema, outputSchema } of await client.list()) {
        expect(inputSchema.type).toBe('object');
        expect(inputSchema.additionalProperties).toBe(false);
        for (const combinator of ['anyOf', 'oneOf', 'allOf'])
          for (const schema of [inputSchema, outputSchema ?? {}])
            expect(schema).not.toHaveProperty(combinator);
      }
    }));

  it('keeps the contract of the tools it stands for', () =>
    use(async client => expect(contractFaults(contract, await client.list())).toEqual([])));

  it('lists what the snapshot shows, within its size', () =>
    use(async client => {
      const list = await client.list();
      await expect(`${JSON.stringify(list, null, 2)}\n`).toMatchFileSnapshot(snapshot);
      const sizes = list.map(
        ({ name, description, inputSchema }) =>
          JSON.stringify({ name, description, inputSchema }).length,
      );
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxListCharacters);
    }));
}

function describeCalls(options: ServerTestOptions, use: Use, line: SdkLine): void {
  it(
    `answers ${sets} valid argument sets of each tool`,
    () =>
      use(async (client, dir) => {
        for (const tool of await client.list()) {
          const samples = options.samples(dir); // anew: an earlier tool may have used them up
          const random = seededRandom(1);
          let succeeded = 0;
          for (let set = 0; set < sets; set += 1) {
            const args = validArguments(tool, random, samples);
            const reply = await client.raw(tool.name, args);
            const text = reply.content[0]?.text ?? '';
            if (reply.isError) expect(text, JSON.stringify(args)).toMatch(/^Error: /);
            else succeeded += 1;
            expect(text, JSON.stringify(args)).not.toMatch(/ failed: |invalid arguments/);
          }
          expect(succeeded, tool.name).toBeGreaterThan(0);
        }
      }),
    120_000,
  );

  it(
    `refuses ${sets} invalid argument sets of each tool, naming the argument`,
    () =>
      use(async (client, dir) => {
        const samples = options.samples(dir);
        for (const tool of await client.list()) {
          const random = seededRandom(2);
          for (let set = 0; set < sets; set += 1) {
            const args = invalidArguments(tool, random, samples);
            expect(await client.error(tool.name, args), JSON.stringify(args)).toMatch(
              /^Error: invalid arguments for \w+\n\w+(\[\d+\])?: /,
            );
          }
        }
      }),
    120_000,
  );

  it('answers an unknown tool with the protocol’s own error', () =>
    use(async client => {
      await expect(client.raw('no_such_tool')).rejects.toMatchObject({ code: -32_602 });
    }));

  const { slow } = options;
  if (slow)
    it('stops a cancelled call at once, and leaves nothing alive', async () => {
      await using folder = await testFolder();
      const { server, name, args, started, stopped } = await slow(folder.path);
      await using client = await connectClient([server], { line });
      const cancel = new AbortController();
      const call = client.raw(name, args, { signal: cancel.signal });
      call.catch(() => {});
      await started();
      const began = Date.now();
      cancel.abort();
      await expect(call).rejects.toThrow();
      expect(await stopped()).toBe(true);
      expect(Date.now() - began).toBeLessThan(cancelBoundMs);
    });

  it('leaves no timer, child or file open after dispose', async () => {
    const before = process.getActiveResourcesInfo();
    await use(async (client, dir) => {
      const samples = options.samples(dir);
      for (const tool of await client.list())
        await client.raw(tool.name, validArguments(tool, seededRandom(3), samples));
    });
    await new Promise(resolve => setImmediate(resolve));
    expect(added(before, process.getActiveResourcesInfo())).toEqual([]);
  });
}

/** Kinds of resources that there are more of now; the test runner's own pipes come and go. */
function added(before: readonly string[], after: readonly string[]): string[] {
  const count = (list: readonly string[], kind: string) => list.filter(one => one === kind).length;
  return [...new Set(after)].filter(
    kind =>
      /Process|Timeout|FSReq|FileHandle|Socket|Worker/.test(kind) &&
      count(after, kind) > count(before, kind),
  );
}
