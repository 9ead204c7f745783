import type { ToolServer } from '@std-tools/core';
import { test as base } from 'vitest';
import { connectClient, type TestClient } from './client.ts';
import { testFolder } from './test-folder.ts';

interface Fixtures {
  /** An empty folder, removed after the test. */
  readonly dir: string;
  readonly client: TestClient;
  readonly call: TestClient['call'];
  /** Calls and expects an error; returns its text. */
  readonly error: TestClient['error'];
}

/**
 * A test function whose tests speak to the server through a real client; `create` is given the
 * test's folder.
 */
export const serverTest = (create: (dir: string) => ToolServer) =>
  base.extend<Fixtures>({
    dir: async ({}, use) => {
      await using folder = await testFolder();
      await use(folder.path);
    },
    client: async ({ dir }, use) => {
      await using client = await connectClient([create(dir)]);
      await use(client);
    },
    call: async ({ client }, use) => use(client.call),
    error: async ({ client }, use) => use(client.error),
  });
