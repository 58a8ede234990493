import { defineConfig } from 'vitest/config';

const shared = {
  globalSetup: 'test/support/postgres.ts',
  pool: 'forks' as const,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  experimental: { viteModuleRunner: false },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...shared, name: 'local', include: ['test/**/*.test.ts'] } },
      {
        // The same behaviour with every subgraph a mercurius service of its own.
        test: {
          ...shared,
          name: 'remote',
          include: ['test/agent/{catalog-tools,checkout-tools,acp-checkout}.test.ts'],
          env: { TEST_SUBGRAPHS: 'remote' },
        },
      },
    ],
  },
});
