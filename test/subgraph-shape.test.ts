import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SUBGRAPHS } from '#server/subgraphs.ts';
import { type Import, importsOf } from './support/imports.ts';

/** Five subgraphs of one shape (ARCHITECTURE.md#one-shape). */
const NAMES = ['apps', 'catalog', 'checkout', 'payments', 'tasks'];

/** What a subgraph may hold; each of the files is about one thing in all five. */
const ENTRIES = [
  ...[
    'README.md',
    'index.ts',
    'resolvers.ts',
    'access.ts',
    'errors.ts',
    'history.ts',
    'jobs.ts',
    'reactions.ts',
    'services.ts',
  ],
  ...['generated.ts', 'mappers.json', 'commands', 'queries', 'domain', 'store', 'operations'],
];

/** Modules of `apps`, each of which may import from those before it; and what a module may hold. */
const MODULES = ['identity', 'authoring', 'listings', 'installs', 'webhooks'];
const MODULE_ENTRIES = ['commands', 'queries', 'domain', 'store'];

/** What is of one subgraph alone, and why it is a thing of its own. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  apps: MODULES,
  // What a search is answered from: nights and terms in memory, kept fresh.
  // What is imported and exported: the file format, its readers, the dry run and the run.
  // What channels are told: the look for changes, the messages, and the loop that sends them.
  catalog: ['read-model', 'transfer', 'push'],
  // What the team answers in inboxes of apps: the loop that hands it over.
  checkout: ['outbox'],
  // Mails are written into an outbox, printed from templates and handed to the SMTP server.
  'apps/identity': ['mail'],
  // What an app hears of each event, and the loop that sends it.
  'apps/webhooks': ['topics', 'dispatcher'],
};

/** Where commands are named: a field, an event, a clock, or the platform itself. */
const NAMED_IN = ['resolvers.ts', 'reactions.ts', 'jobs.ts', 'index.ts'];

const camelCase = (file: string) =>
  basename(file, '.ts').replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const codeOf = (folder: string) =>
  globSync(`${folder}/**/*.ts`).filter((file) => basename(file) !== 'generated.ts');

const isNamedBy = (subgraph: string, job: string) => new RegExp(`^${subgraph}/[a-z]+(-[a-z]+)*$`).test(job);

describe.each(NAMES)('the subgraph %s', (name) => {
  const folder = `subgraphs/${name}`;
  const files = codeOf(folder);
  const imports = files.flatMap(importsOf);

  test('holds what the others hold', () => {
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['README.md', 'index.ts', 'resolvers.ts']));
    const strange = readdirSync(folder).filter(
      (entry) => ![...ENTRIES, ...(OWN[name] ?? [])].includes(entry),
    );
    expect(strange).toEqual([]);
  });

  test('names each file in commands/ after the command it exports', () => {
    const misnamed = files
      .filter((file) => file.includes('/commands/'))
      .filter((file) => !exportsOf(file).includes(camelCase(file)));
    expect(misnamed).toEqual([]);
  });

  test('has a field, an event or a job for every command', () => {
    const named = imports.filter(({ file }) => NAMED_IN.includes(relative(folder, file)));
    const idle = files
      .filter((file) => file.includes('/commands/'))
      .flatMap((file) => exportsOf(file).map((command) => ({ file, command })))
      .filter(
        ({ file, command }) => !named.some((one) => one.target === file && one.names.includes(command)),
      );
    expect(idle).toEqual([]);
  });

  test('reads in queries/ and writes elsewhere', () => {
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

  test('names its queues and recurring jobs after itself and what they do', () => {
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

  test('has its commands called from outside, or by one another', () => {
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

describe('the modules of apps', () => {
  const moduleOf = (file: string) => file.match(/^subgraphs\/apps\/(\w+)\//)?.[1] ?? '';
  const imports = codeOf('subgraphs/apps').flatMap(importsOf);

  test.each(MODULES)('%s has the shape of a subgraph', (name) => {
    const entries = readdirSync(`subgraphs/apps/${name}`);
    const own = OWN[`apps/${name}`] ?? [];
    expect(entries.filter((entry) => ![...MODULE_ENTRIES, ...own].includes(entry))).toEqual([]);
  });

  test('import only from those before them', () => {
    const upstream = ({ file, target }: Import) => {
      const [from, to] = [MODULES.indexOf(moduleOf(file)), MODULES.indexOf(moduleOf(target))];
      return from !== -1 && to > from && !target.includes('/store/');
    };
    expect(imports.filter(upstream).map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
    expect(
      imports.some(({ file, target }) => moduleOf(file) === 'webhooks' && moduleOf(target) === 'installs'),
    ).toBe(true);
  });
});

/** Values that a file exports; types are no commands. */
function exportsOf(file: string): string[] {
  const declared = readFileSync(file, 'utf8').matchAll(
    /^export (?:async )?(?:function\*?|const|class) (\w+)/gm,
  );
  return [...declared].map((match) => match[1] ?? '');
}
