import { configDefaults, defineConfig } from 'vitest/config';
import { DearestFiles } from './test/support/dearest-files.ts';
import { FailedFiles } from './test/support/failed-files.ts';
import { LeftOut } from './test/support/left-out.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { CORE_PAGES, NIGHTLY } from './test/support/nightly.ts';
import { BROWSER, filesWith, leftOut, REDIS } from './test/support/programs.ts';
import { ProofTally } from './test/support/proof-tally.ts';

/**
 * `npm test` runs tests that need no browser, except the nightly ones, and `npm run pages` runs browser tests, in CI only
 * the core ones (`TEST_PAGES=core`); without a part, all tests run.
 */
const part = process.env.TEST_PART;
const pages = filesWith(BROWSER);
const shownPages = process.env.TEST_PAGES === 'core' ? [...CORE_PAGES] : pages;
const without = leftOut([...(part === 'contract' ? [] : [BROWSER]), ...(part === 'pages' ? [] : [REDIS])]);
// Tests replace no modules, so vitest doesn't search them for mocks.
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } };
const shared = {
  ...native,
  pool: 'forks' as const,
  // Files share worker processes, so that each worker loads and compiles the product once. Each file still opens its own
  // server and database.
  isolate: false,
  setupFiles: ['test/support/cpu-of-files.ts', 'test/support/panel-macros.ts'],
  // Short-lived objects die before V8 promotes them to the old generation, which saves a fifteenth of the CPU time.
  execArgv: ['--max-semi-space-size=64'],
  // Generous limits for a busy machine. On an idle one, no test takes that long.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

const REMOTE = {
  name: 'remote',
  include: [
    'test/agent/checkout-tools.test.ts',
    'test/developer/graphql-joins.test.ts',
    // These take a minute of CPU time, so only nightly runs repeat them.
    ...(part === 'contract'
      ? []
      : [
          'test/agent/{catalog-tools,acp-checkout}.test.ts',
          'test/gateway/real-supergraph.test.ts',
          'test/teams/role-matrix.test.ts',
        ]),
  ],
  env: { TEST_SUBGRAPHS: 'remote' },
};

export default defineConfig({
  test: {
    ...native,
    globalSetup: 'test/support/postgres.ts',
    passWithNoTests: part === 'pages', // for machines without a browser
    // Files spend a third of their time waiting, so one worker more than CI's cores keeps the cores busy. With five,
    // pages wait for each other's browsers until their tests time out.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: [
      'default',
      new DearestFiles(),
      new LeftOut(without),
      new FailedFiles(),
      ...(process.env.PROOF ? [new ProofTally(process.env.PROOF)] : []),
    ],
    projects: [
      {
        test: {
          ...shared,
          name: 'local',
          include: part === 'pages' ? shownPages : ['test/**/*.test.ts'],
          exclude: [
            ...configDefaults.exclude,
            ...without.flatMap(({ files }) => files),
            ...(part === 'contract' ? pages : []),
            ...(part ? NIGHTLY : []),
          ],
        },
      },
      // Counts the files that a request runs through, on demand (npm run walks).
      ...(process.env.WALKS
        ? [{ test: { ...shared, name: 'walks', include: ['test/walks/*.walk.ts'], maxWorkers: 1 } }]
        : []),
      // Repeats these tests with every subgraph as a separate mercurius service.
      ...(part === 'pages' ? [] : [{ test: { ...shared, ...REMOTE } }]),
    ],
  },
});
