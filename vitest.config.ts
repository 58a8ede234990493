import { configDefaults, defineConfig } from 'vitest/config';
import { DearestFiles } from './test/support/dearest-files.ts';
import { FailedFiles } from './test/support/failed-files.ts';
import { LeftOut } from './test/support/left-out.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { BROWSER, filesWith, leftOut, REDIS } from './test/support/programs.ts';
import { ProofTally } from './test/support/proof-tally.ts';

/** `npm test` runs what needs no browser, `npm run pages` what does; without a part all run. */
const part = process.env.TEST_PART;
const pages = filesWith(BROWSER);
const without = leftOut([...(part === 'contract' ? [] : [BROWSER]), ...(part === 'pages' ? [] : [REDIS])]);
const native = { experimental: { viteModuleRunner: false } };
const shared = {
  ...native,
  pool: 'forks' as const,
  // Files share the workers' processes, so that the product is loaded and compiled once: each still opens a server and a
  // database of its own.
  isolate: false,
  setupFiles: ['test/support/cpu-of-files.ts'],
  // What one request leaves is gone before it is looked at as if it were to stay: a fifteenth less CPU.
  execArgv: ['--max-semi-space-size=64'],
  // For a machine that does much else: nothing waits that long elsewhere.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

const REMOTE = {
  name: 'remote',
  include: [
    'test/agent/{catalog-tools,checkout-tools,acp-checkout}.test.ts',
    'test/developer/graphql-joins.test.ts',
    'test/gateway/real-supergraph.test.ts',
    'test/teams/role-matrix.test.ts',
  ],
  env: { TEST_SUBGRAPHS: 'remote' },
};

export default defineConfig({
  test: {
    ...native,
    globalSetup: 'test/support/postgres.ts',
    passWithNoTests: part === 'pages', // where there is no browser
    // A file waits for a third of its time, so that one worker more than CI has cores keeps these busy.
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
          include: part === 'pages' ? pages : ['test/**/*.test.ts'],
          exclude: [
            ...configDefaults.exclude,
            ...without.flatMap(({ files }) => files),
            ...(part === 'contract' ? pages : []),
          ],
        },
      },
      // How many files a request runs through: counted on demand (npm run walks).
      ...(process.env.WALKS
        ? [{ test: { ...shared, name: 'walks', include: ['test/walks/*.walk.ts'], maxWorkers: 1 } }]
        : []),
      // The same behaviour with every subgraph a mercurius service of its own.
      ...(part === 'pages' ? [] : [{ test: { ...shared, ...REMOTE } }]),
    ],
  },
});
