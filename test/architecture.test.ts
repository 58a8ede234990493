import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Import, importsOf } from './support/imports.ts';

/** Modules available to a rule: words, numbers and its subgraph's types. */
const DECIDES = [
  'self',
  'schema/events.ts',
  'schema/amenities.ts',
  'schema/limits.ts',
  'schema/views.ts',
  'type:subgraphs/=',
  'type:kit/custom-fields.ts',
  'kit/money.ts',
  'kit/cancellation.ts',
  'kit/cancellation-text.ts',
  'kit/dates.ts',
  'kit/durations.ts',
  'kit/ids.ts',
  'kit/images/formats.ts',
  'kit/images/upload-rules.ts',
  'type:kit/images/rendered.ts',
  'kit/card-numbers.ts',
  'kit/iban.ts',
  'kit/message-variables.ts',
  'kit/plain-text.ts',
  'kit/text.ts',
  'kit/names.ts',
  'kit/email.ts',
  'kit/italian.ts',
  'kit/language.ts',
  'kit/receipt.ts',
  'kit/languages.ts',
  'kit/message-variables.ts',
  'kit/did-you-mean.ts',
  'kit/roles.ts',
];

/**
 * Allowed imports per folder (ARCHITECTURE.md). `*` is one path segment, `self` the importing folder; a
 * type-only import may also use the entries after `type:`.
 */
const ALLOWED: readonly (readonly [folder: string, mayImport: readonly string[]])[] = [
  ['kit', ['self']],
  ['schema', ['self', 'kit']],
  ['db', ['self', 'kit', 'schema/events.ts', 'type:schema/views.ts']],
  ['subgraphs/*/domain', [...DECIDES, 'subgraphs/=/*/domain']],
  ['subgraphs/apps/*/domain', [...DECIDES, 'subgraphs/apps/*/domain', 'packages/manifest']],
  ['subgraphs/*/*/domain', [...DECIDES, 'subgraphs/=/domain', 'subgraphs/=/*/domain']],
  [
    'subgraphs/apps',
    [
      'self',
      'kit',
      'db',
      'schema/events.ts',
      'schema/limits.ts',
      'schema/views.ts',
      'schema/generated/permissions.ts',
      'packages/manifest',
      'packages/theme',
    ],
  ],
  // Catalog keeps the values of a theme's settings; adapters render pages with a theme.
  ['subgraphs/catalog', ['self', 'kit', 'db', 'schema/events.ts', 'schema/limits.ts', 'type:packages/theme']],
  ['subgraphs/*', ['self', 'kit', 'db', 'schema/events.ts', 'schema/limits.ts']],
  ['gateway', ['self', 'kit', 'schema']],
  ['adapters', ['kit', 'schema/amenities.ts', 'schema/limits.ts', 'packages/theme', 'self']],
  [
    'panel',
    [
      'self',
      'packages/web-bundle/bundle.js',
      'schema/limits.ts',
      'kit/csv-line.ts',
      'kit/languages.ts',
      'kit/linked-text.ts',
      'kit/message-variables.ts',
      'kit/zone-names.ts',
    ],
  ],
  ['explorer', ['self', 'packages/web-bundle/bundle.js']],
  ['docs', ['self', 'packages/web-bundle/bundle.js']],
  [
    'server',
    [
      'self',
      'kit',
      'schema',
      'db',
      'gateway',
      'adapters',
      'subgraphs/*/index.ts',
      'subgraphs/*/operations/generated.ts',
      'subgraphs/*/*/operations/generated.ts',
      'subgraphs/apps/webhooks/triggers/generated.ts',
      'subgraphs/apps/webhooks/topics',
    ],
  ],
  ['cli', ['self', 'packages/manifest', 'packages/theme', 'schema/views.ts']],
  [
    'packages/manifest',
    ['self', 'kit', 'schema/events.ts', 'schema/views.ts', 'schema/generated/permissions.ts'],
  ],
  // A theme's settings have the vocabulary of an app's.
  ['packages/theme', ['self', 'kit', 'packages/manifest']],
  ['packages/*', ['self']],
  ['examples/*', ['self']],
  ['deploy', ['self', 'db']],
  [
    'bench',
    [
      'self',
      'server',
      'kit',
      'schema',
      'db',
      'subgraphs',
      'gateway',
      'adapters',
      // The documents that the panel sends.
      'panel/features/*/generated.ts',
      'test/support',
    ],
  ],
  [
    'test',
    [
      'self',
      'deploy/image',
      'server',
      'kit',
      'schema',
      'db',
      'subgraphs',
      'gateway',
      'adapters',
      'cli',
      'panel/format',
      'panel/layout/help.ts',
      'panel/moved.ts',
      'panel/features/tasks/task-words.ts',
      'panel/features/bookings/hold-choices.ts',
      'panel/features/storefronts/policy-texts',
      'panel/features/welcome/stay-needs.ts',
      'panel/features/calendar/lanes.ts',
      'panel/features/calendar/moves.ts',
      'panel/features/calendar/span.ts',
      'examples',
      'packages',
      'bench',
    ],
  ],
];

/** Folder whose rule applies to a file: `subgraphs/tasks` for `subgraphs/*`. */
function homeOf(file: string, folder: string): string | null {
  const home = file.match(new RegExp(`^${folder.replaceAll('*', '[^/]+')}(?=/)`));
  return home?.[0] ?? null;
}

function mayImport({ file, target, typeOnly }: Omit<Import, 'names'>): boolean {
  for (const [folder, allowed] of ALLOWED) {
    const home = homeOf(file, folder);
    if (home === null) continue;
    const subgraph = home.split('/').slice(0, 2).join('/');
    return allowed.some((entry) => {
      const onlyTypes = entry.startsWith('type:');
      if (onlyTypes && !typeOnly) return false;
      const prefix = entry.replace('type:', '').replace('subgraphs/=', subgraph).replace('self', home);
      return new RegExp(`^${prefix.replaceAll('*', '[^/]+')}(/|$)`).test(target);
    });
  }
  return false;
}

const FOLDERS = [
  'kit',
  'schema',
  'db',
  'subgraphs',
  'gateway',
  'adapters',
  'server',
  'cli',
  'explorer',
  'docs',
  'panel',
  'bench',
  'test',
];
/** Code that runs on other people's servers and machines. */
const REMOTE = ['packages', 'examples'];
const imports = globSync(
  [...FOLDERS, ...REMOTE].map((folder) => `${folder}/**/*.{ts,tsx,js}`),
  { exclude: ['**/node_modules/**', '**/dist/**', 'cli/templates/**'] },
).flatMap((file) => importsOf(file.replaceAll('\\', '/')));

describe('who may import whom', () => {
  test('the allow-list covers every import', () => {
    const refused = imports
      .filter((entry) => !mayImport(entry))
      .map(({ file, target }) => `${file} -> ${target}`);
    expect(refused).toEqual([]);
  });

  test('the import check reads the imports from the source', () => {
    expect(imports.length).toBeGreaterThan(50);
    expect(mayImport({ file: 'kit/a.ts', target: 'db/orm.ts', typeOnly: false })).toBe(false);
    const inside = 'subgraphs/apps/authoring/domain/versions.ts';
    expect(mayImport({ file: 'cli/a.ts', target: inside, typeOnly: true })).toBe(false);
    expect(
      mayImport({
        file: 'subgraphs/tasks/commands/a.ts',
        target: 'subgraphs/apps/index.ts',
        typeOnly: false,
      }),
    ).toBe(false);
    expect(mayImport({ file: 'subgraphs/tasks/domain/a.ts', target: 'db/context.ts', typeOnly: true })).toBe(
      false,
    );
    expect(
      mayImport({
        file: 'server/demo/a.ts',
        target: 'subgraphs/apps/installs/commands/a.ts',
        typeOnly: false,
      }),
    ).toBe(false);
    expect(mayImport({ file: 'server/demo/a.ts', target: 'subgraphs/apps/index.ts', typeOnly: false })).toBe(
      true,
    );
    expect(
      mayImport({ file: 'adapters/mcp/plugin.ts', target: 'subgraphs/apps/index.ts', typeOnly: true }),
    ).toBe(false);
  });

  test("only the product's programs read environment variables", () => {
    const readers = globSync(
      FOLDERS.filter((folder) => !['cli', 'test', 'bench'].includes(folder)).map((f) => `${f}/**/*.ts`),
    ).filter((file) =>
      /process\.env\b/.test(readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')),
    );
    expect(readers.sort()).toEqual(['server/main.ts', 'server/programs/with-database.ts']);
  });
});

describe('what decodes pictures', () => {
  test('only the rendering process loads picture decoders', () => {
    const code = globSync(
      FOLDERS.filter((folder) => folder !== 'test').map((folder) => `${folder}/**/*.ts`),
      { exclude: ['**/node_modules/**', '**/dist/**'] },
    );
    const loading = code.filter((file) => /from 'sharp'/.test(readFileSync(file, 'utf8')));
    expect(loading.sort()).toEqual(['kit/images/encode.ts', 'kit/images/render-process.ts']);
    const heif = code.filter((file) => /from 'libheif-js/.test(readFileSync(file, 'utf8')));
    expect(heif).toEqual(['kit/images/heif-library.ts']);
    expect(imports.filter(({ target }) => target === 'kit/images/heif-thread.ts')).toEqual([]);
    const using = imports.filter(({ target, typeOnly }) => target === 'kit/images/encode.ts' && !typeOnly);
    expect(using.map(({ file }) => file)).toEqual(['kit/images/render-process.ts']);
    expect(imports.filter(({ target }) => target === 'kit/images/render-process.ts')).toEqual([]);
  });
});

describe('import circles', () => {
  test('no file is part of an import cycle, even through types', () => {
    const next = Map.groupBy(imports, ({ file }) => file);
    const done = new Set<string>();
    const circles: string[] = [];
    const follow = (file: string, path: readonly string[]): void => {
      const at = path.indexOf(file);
      if (at !== -1) circles.push([...path.slice(at), file].join(' -> '));
      if (at !== -1 || done.has(file)) return;
      for (const { target } of next.get(file) ?? []) follow(target, [...path, file]);
      done.add(file);
    };
    for (const file of next.keys()) follow(file, []);
    expect(circles).toEqual([]);
  });
});

describe('operations', () => {
  test('every generated operation is prepared at startup', () => {
    const listed = readFileSync('server/operations.ts', 'utf8');
    const folders = globSync(['adapters/**/*.graphql', 'subgraphs/**/*.graphql']).map((file) =>
      dirname(file.replaceAll('\\', '/')),
    );
    expect(new Set(folders).size).toBeGreaterThan(20);
    expect(folders.filter((folder) => !listed.includes(`'#${folder}/generated.ts'`))).toEqual([]);
  });
});
