import { defineConfig } from 'vitest/config';
import { DearestFiles } from './test/support/dearest-files.ts';
import { LongestFirst } from './test/support/longest-first.ts';

const native = { experimental: { viteModuleRunner: false } };
const shared = {
  ...native,
  pool: 'forks' as const,
  // Files share the workers' processes, so that the product is loaded and compiled once: each still opens a server and a
  // database of its own.
  isolate: false,
  setupFiles: ['test/support/cpu-of-files.ts'],
  // For a machine that does much else: nothing waits that long elsewhere.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    ...native,
    globalSetup: 'test/support/postgres.ts',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new DearestFiles()],
    projects: [
      { test: { ...shared, name: 'local', include: ['test/**/*.test.ts'] } },
      // How many files a request runs through: counted on demand (npm run walks).
      ...(process.env.WALKS
        ? [{ test: { ...shared, name: 'walks', include: ['test/walks/*.walk.ts'], maxWorkers: 1 } }]
        : []),
      {
        // The same behaviour with every subgraph a mercurius service of its own.
        test: {
          ...shared,
          name: 'remote',
          include: [
            'test/agent/{catalog-tools,checkout-tools,acp-checkout}.test.ts',
            'test/developer/graphql-joins.test.ts',
            'test/gateway/real-supergraph.test.ts',
            'test/teams/role-matrix.test.ts',
          ],
          env: { TEST_SUBGRAPHS: 'remote' },
        },
      },
    ],
  },
});
