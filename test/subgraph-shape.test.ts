import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SUBGRAPHS } from '#server/subgraphs.ts';
import { type Import, importsIn, importsOf, packagesIn } from './support/imports.ts';

/** Five subgraphs with one shape (ARCHITECTURE.md#one-shape). */
const NAMES = ['apps', 'catalog', 'checkout', 'payments', 'tasks'];

/** Entries allowed in a subgraph; each file has the same purpose in all five. */
const ENTRIES = [
  'README.md',
  'index.ts',
  'resolvers.ts',
  'access.ts',
  'errors.ts',
  'history.ts',
  'jobs.ts',
  'reactions.ts',
  'services.ts',
  'generated.ts',
  'mappers.json',
  'commands',
  'steps',
  'queries',
  'domain',
  'store',
  'operations',
];

/** A subgraph's modules; each may import from the earlier ones. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  apps: ['emails', 'identity', 'authoring', 'listings', 'installs', 'webhooks', 'themes', 'billing'],
  catalog: [
    'media',
    'rates',
    'properties',
    'storefronts',
    'stays',
    'injections',
    'channels',
    'calendars',
    'transfer',
    'themes',
  ],
  checkout: [
    'folio',
    'invoices',
    'bookings',
    'housekeeping',
    'stays',
    'sessions',
    'requests',
    'conversations',
    'contacts',
    'messages',
    'reservations',
    'reports',
  ],
};

/** Entries in every module. */
const MODULE_ENTRIES = [
  'README.md',
  'commands',
  'steps',
  'queries',
  'domain',
  'store',
  'operations',
  'outside',
];

/** Folders specific to one module; its README explains them. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  'apps/emails': ['outbox'],
  'apps/webhooks': ['topics', 'dispatcher', 'triggers'],
  'catalog/stays': ['read-model'],
  'catalog/channels': ['push'],
  'checkout/conversations': ['outbox'],
};

/** The catalog's file formats keep their own layout: a format, its readers, the check and the run. */
const OWN_LAYOUT = ['catalog/transfer'];

/** Files that combine a subgraph's modules. */
const COMPOSED_IN = [
  'index.ts',
  'resolvers.ts',
  'generated.ts',
  'jobs.ts',
  'reactions.ts',
  'services.ts',
  'history.ts',
  'store/entities.ts',
  'store/tables.ts',
];

/** Exports that do more than a statement: they publish, wake, start jobs and threads, or leave the subgraph. */
const BEYOND_STATEMENTS: Readonly<Record<string, readonly string[] | 'all'>> = {
  'db/events.ts': ['publish', 'publishing'],
  'db/team-events.ts': ['recordTeamEvent', 'recordUnlessRepeated'],
  'db/transaction.ts': ['inTransaction', 'inOneTransaction', 'wakeAfterCommit', 'hearAfterCommit'],
  'db/jobs/jobs.ts': ['schedule'],
  'kit/http.ts': ['openEgress'],
  'kit/bounded-thread.ts': 'all',
  'kit/thread-work.ts': 'all',
  'kit/passwords.ts': 'all',
  'kit/password-threads.ts': 'all',
  'kit/images/run-renderer.ts': 'all',
};

/** Folders that call statements; no statement calls them. */
const CALLERS_OF_STATEMENTS = /\/(commands|steps|operations|outside)\//;

/** Node modules and packages that use the network or start threads and processes. */
const REACHES_OUT = /^(node:(worker_threads|child_process|https?|http2|net|tls|dns)\b|undici$|nodemailer$)/;

/** Files that name commands: a field, an event, a clock, a hook for an earlier module, or the platform itself. */
const NAMED_IN = ['resolvers.ts', 'reactions.ts', 'jobs.ts', 'services.ts', 'index.ts'];

const camelCase = (file: string) =>
  basename(file, '.ts').replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const codeOf = (folder: string) =>
  globSync(`${folder}/**/*.ts`).filter((file) => basename(file) !== 'generated.ts');

const isNamedBy = (subgraph: string, job: string) => new RegExp(`^${subgraph}/[a-z]+(-[a-z]+)*$`).test(job);

describe.each(NAMES)('the subgraph %s', (name) => {
  const folder = `subgraphs/${name}`;
  const files = codeOf(folder);
  const imports = files.flatMap(importsOf);

  test('a subgraph has the same entries as the others', () => {
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['README.md', 'index.ts', 'resolvers.ts']));
    const strange = readdirSync(folder).filter(
      (entry) => ![...ENTRIES, ...(MODULES[name] ?? [])].includes(entry),
    );
    expect(strange).toEqual([]);
  });

  test('a subgraph names each file in commands/ after its exported command', () => {
    const misnamed = files
      .filter((file) => file.includes('/commands/'))
      .filter((file) => !exportsOf(file).includes(camelCase(file)));
    expect(misnamed).toEqual([]);
  });

  test('a subgraph has a field, an event, a job or a hook for every command', () => {
    const named = imports.filter(({ file }) => NAMED_IN.includes(relative(folder, file)));
    const idle = files
      .filter((file) => file.includes('/commands/'))
      .flatMap((file) => exportsOf(file).map((command) => ({ file, command })))
      .filter(
        ({ file, command }) => !named.some((one) => one.target === file && one.names.includes(command)),
      );
    expect(idle).toEqual([]);
  });

  test('a subgraph reads in queries/ and writes elsewhere', () => {
    const writes =
      /\b(INSERT INTO|UPDATE \w+\.|DELETE FROM|inTransaction|native(Update|Delete|Insert)|insertInto|updateTable|deleteFrom)\b/;
    const writing = files.filter(
      (file) => file.includes('/queries/') && writes.test(readFileSync(file, 'utf8')),
    );
    expect(writing).toEqual([]);
    expect(
      imports.filter(({ file, target }) => file.includes('/queries/') && target.includes('/commands/')),
    ).toEqual([]);
  });

  test('a subgraph names its queues and recurring jobs after itself and their purpose', () => {
    const { queues = [], recurring = [] } = SUBGRAPHS.find((subgraph) => subgraph.name === name) ?? {};
    const commands = imports
      .filter(({ target }) => target.includes('/commands/'))
      .flatMap(({ names }) => names);
    const does = (job: string) => camelCase(job.slice(name.length + 1));
    expect(queues.filter(({ queue }) => !isNamedBy(name, queue))).toEqual([]);
    expect(
      recurring.filter((job) => !isNamedBy(name, job.name) || !commands.includes(does(job.name))),
    ).toEqual([]);
  });

  test('every command is called from outside or by other commands', () => {
    const callers = imports.filter(
      ({ file, target, typeOnly }) =>
        target.includes('/commands/') &&
        !file.includes('/commands/') &&
        !typeOnly &&
        !NAMED_IN.includes(relative(folder, file)),
    );
    expect(callers.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });
});

describe.each(Object.entries(MODULES))('the modules of %s', (subgraph, modules) => {
  const home = `subgraphs/${subgraph}`;
  const imports = codeOf(home).flatMap(importsOf);

  test.each(modules)('%s has the shape of a module', (name) => {
    const entries = readdirSync(`${home}/${name}`);
    expect(entries).toContain('README.md');
    if (OWN_LAYOUT.includes(`${subgraph}/${name}`)) return;
    const own = OWN[`${subgraph}/${name}`] ?? [];
    expect(entries.filter((entry) => ![...MODULE_ENTRIES, ...own].includes(entry))).toEqual([]);
  });

  test('each SDL file is named after a module', () => {
    const files = readdirSync(`schema/${subgraph}`).map((file) => basename(file, '.graphql'));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !modules.includes(file))).toEqual([]);
  });

  test('no module or shared file imports from a later module', () => {
    const upstream = imports.filter((one) => isUpstream(subgraph, one));
    expect(upstream.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  });

  test('the check finds an import from a later module in every folder', () => {
    const [first = '', second = ''] = modules;
    for (const folder of ['commands', 'queries', 'domain', 'store']) {
      const later = { file: `${home}/${first}/${folder}/a.ts`, target: `${home}/${second}/${folder}/b.ts` };
      expect(isUpstream(subgraph, later)).toBe(true);
      expect(isUpstream(subgraph, { file: later.target, target: later.file })).toBe(false);
      expect(isUpstream(subgraph, { file: `${home}/${folder}/a.ts`, target: later.target })).toBe(true);
    }
  });
});

describe('store/', () => {
  test('no file in store/ publishes, wakes, starts a job or a thread, or leaves the subgraph', () => {
    const files = globSync('subgraphs/**/store/*.ts').filter(
      (file) => beyondStatements(file, readFileSync(file, 'utf8')).length > 0,
    );
    expect(files).toEqual([]);
  });

  test.each([
    `import { publish } from '#db/events.ts';`,
    `import { recordTeamEvent } from '#db/team-events.ts';`,
    `import { reader, wakeAfterCommit } from '#db/transaction.ts';`,
    `import { schedule } from '#db/jobs/jobs.ts';`,
    `import { openEgress } from '#kit/http.ts';`,
    `import { openBoundedThread } from '#kit/bounded-thread.ts';`,
    `import { Worker } from 'node:worker_threads';`,
    `import { deactivate } from '../steps/deactivate-install.ts';`,
    'const { teamHolds } = await ctx.execute(teamHoldsDocument, { input }, caller);',
    'const answer = await fetch(url);',
  ])('the line %s is refused in a store/ folder', (line) => {
    expect(beyondStatements('subgraphs/apps/installs/store/a.ts', line)).toHaveLength(1);
  });

  test.each([
    `import { reader, statements, type Transaction } from '#db/transaction.ts';`,
    `import type { Published } from '#db/events.ts';`,
    `import type { HeldIds } from '../operations/team-holds.ts';`,
    'await sql`SELECT 1`.execute(statements(ctx)); // never ctx.execute(…) or fetch(…)',
  ])('the line %s is accepted in a store/ folder', (line) => {
    expect(beyondStatements('subgraphs/apps/installs/store/a.ts', line)).toEqual([]);
  });
});

/** A file's imports and calls that go beyond statements. */
function beyondStatements(file: string, text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
  const imported = importsIn(file, code)
    .filter(({ typeOnly }) => !typeOnly)
    .flatMap(({ target, names }) => {
      const refused = BEYOND_STATEMENTS[target] ?? [];
      const found = names.filter((name) => refused === 'all' || refused.includes(name));
      return CALLERS_OF_STATEMENTS.test(target) ? [target] : found;
    });
  const calls = [...code.matchAll(/(?<![.\w])(ctx\.execute|fetch)\(/g)].map(([call]) => call);
  return [...imported, ...packagesIn(code).filter((name) => REACHES_OUT.test(name)), ...calls];
}

/** Detects an import from a later module, or from a module into a file shared by all modules. */
function isUpstream(subgraph: string, { file, target }: Pick<Import, 'file' | 'target'>): boolean {
  const home = `subgraphs/${subgraph}`;
  const modules = MODULES[subgraph] ?? [];
  const placeOf = (path: string) => modules.indexOf(relative(home, path).split('/', 1)[0] ?? '');
  return !COMPOSED_IN.includes(relative(home, file)) && placeOf(target) > placeOf(file);
}

/** A file's exported values; types aren't commands. */
function exportsOf(file: string): string[] {
  const declared = readFileSync(file, 'utf8').matchAll(
    /^export (?:async )?(?:function\*?|const|class) (\w+)/gm,
  );
  return [...declared].map((match) => match[1] ?? '');
}
