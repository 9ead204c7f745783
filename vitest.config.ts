import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Tests run on the sources, without a build; only tests/ starts the built commands.
  ssr: { resolve: { conditions: ['@std-tools/source'] } },
  test: {
    include: ['{packages,apps}/*/src/**/*.test.ts', 'tooling/*.test.ts', 'tests/**/*.test.ts'],
    reporters: ['default', './tooling/count-reporter.ts'],
    testTimeout: 30_000,
  },
});
