import { spawn } from 'node:child_process';

// `npm run tool`: lists the programs below; `npm run tool <name> [arguments]` runs one.

interface Tool {
  readonly does: string;
  /** Shell command; arguments are appended. */
  readonly run: string;
}

const RACES = [
  'test/races',
  'test/domain/injection-policies',
  'test/faults/first-start',
  'test/developer/management-validate',
  'test/developer/management-tenancy',
  'test/developer/graphql-tenancy',
].join(' ');

/** Projects compiled by `tsc`, each with its own settings. */
const PACKAGES = [
  '.',
  'cli',
  'explorer',
  'panel',
  'packages/app-sdk',
  'examples/cleaning-app/jsconfig.json',
  'examples/channel-app/jsconfig.json',
  'examples/reviews-app/jsconfig.json',
  'examples/inbox-app/jsconfig.json',
  'examples/payment-app/jsconfig.json',
  'examples/stripe-app/jsconfig.json',
].join(' ');

/** Programs grouped by audience. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Tool>>>> = {
  'Operating a platform': {
    reseal: {
      does: 'Seals every stored secret under the newest key.',
      run: 'exec node server/programs/reseal.ts',
    },
    widen: {
      does: 'Widens ids to 8 bytes in a database created by an earlier release.',
      run: 'exec node server/programs/widen.ts',
    },
    'confirm-clock': {
      does: 'Confirms the time after a clock jump.',
      run: 'exec node server/programs/confirm-clock.ts',
    },
  },
  'Tests and proofs': {
    again: { does: 'Runs the files that failed in the last run once more.', run: 'node test/again.ts' },
    costs: { does: 'Runs npm test and lists what each file cost.', run: 'TEST_COSTS=1 npm test' },
    whole: { does: 'Runs every test with twice the usual effort.', run: 'TEST_EFFORT=2 vitest run' },
    races: {
      does: 'Runs races with five times the usual effort.',
      run: `PROOF=races TEST_EFFORT=5 vitest run ${RACES}`,
    },
    fuzz: {
      does: 'Sends random and hostile input to every surface.',
      run: 'PROOF=fuzz TEST_EFFORT=20 vitest run test/faults/fuzz test/faults/odd-arguments',
    },
    machines: {
      does: 'Kills processes, and fails disks, networks and databases.',
      run: 'PROOF=machines vitest run test/faults',
    },
    cluster: {
      does: 'Kills, freezes and cuts off the primary of a Patroni cluster while agents book.',
      run: 'PROOF=cluster vitest run test/cluster --project local',
    },
    proxy: {
      does: 'Replaces both gateways many times behind a reverse proxy.',
      run: 'PROOF=proxy TEST_EFFORT=10 vitest run test/flows/reverse-proxy --project local',
    },
    upgrade: {
      does: 'Runs this release next to the one before, or next to UPGRADE_FROM.',
      run: `UPGRADE_FROM="\${UPGRADE_FROM:-$(node server/release/previous-release.ts)}" PROOF=upgrade vitest run test/flows/side-by-side --project local`,
    },
    restore: {
      does: 'Restores backups, also to a point in time.',
      run: 'PROOF=restore RESTORE_DRILL=1 vitest run test/flows/backup test/flows/point-in-time --project local',
    },
    judges: {
      does: 'Runs third-party conformance suites.',
      run: 'npm ci --prefix test/judges/tools --no-audit --no-fund --loglevel=error && node test/judges/main.ts',
    },
    'image:prove': { does: 'Builds and runs the container image.', run: 'node deploy/image/prove.ts' },
  },
  'Single checks of npm run check': {
    types: {
      does: 'Compiles every package without output.',
      // One checker per project: several would each check shared files again.
      run: `tsc -b --checkers 1 ${PACKAGES}`,
    },
    lint: { does: 'Lints and checks the formatting.', run: 'biome check --error-on-warnings .' },
    voice: { does: 'Checks the prose.', run: 'node test/voice/check.ts' },
    words: { does: "Checks the panel's messages and their translations.", run: 'node test/words/check.ts' },
    unused: { does: 'Finds unused files, exports and dependencies.', run: 'knip' },
    schema: { does: 'Composes the views; --check only compares.', run: 'node schema/compose.ts' },
    'tables:check': {
      does: 'Compares tables with entities and db/tables.txt; --write rewrites that file.',
      run: 'node server/programs/check-tables.ts',
    },
  },
  'Files in the repository': {
    baseline: { does: 'Writes the schema for new databases.', run: 'node test/support/write-baseline.ts' },
    pictures: { does: "Takes the README's screenshots.", run: 'node test/pictures/main.ts' },
    'pictures:apps': {
      does: "Draws the pictures for the example apps' listings.",
      run: 'node test/pictures/app-art.ts',
    },
    towns: { does: 'Writes the list of towns for maps.', run: 'node server/programs/towns.ts' },
    passwords: {
      does: 'Writes the list of passwords that no account can have.',
      run: 'node server/programs/known-passwords.ts',
    },
  },
};

/** Every tool by its name. */
export const TOOLS: Readonly<Record<string, Tool>> = Object.assign({}, ...Object.values(GROUPS));

if (import.meta.main) runTool(process.argv[2], process.argv.slice(3));

function runTool(name: string | undefined, args: readonly string[]): void {
  const tool = name === undefined ? undefined : TOOLS[name];
  if (name === undefined || tool === undefined) {
    process.stdout.write(`npm run tool <name> [arguments]\n${listed()}\n`);
    if (name !== undefined) process.stderr.write(`\nThere is no tool "${name}".\n`);
    process.exitCode = name === undefined ? 0 : 1;
    return;
  }
  // The shell receives the arguments as "$@", so it doesn't interpret them.
  const child = spawn('sh', ['-c', `${tool.run} "$@"`, name, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

function listed(): string {
  return Object.entries(GROUPS)
    .flatMap(([title, group]) => [
      `\n${title}`,
      ...Object.entries(group).map(([name, { does }]) => `  ${name.padEnd(14)} ${does}`),
    ])
    .join('\n');
}
