import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { OLDEST_RELEASE } from '#db/oldest-release.ts';
import { previousRelease } from '#server/release/previous-release.ts';

// docs/contributing/migrations.md: a migration adds; removals follow a release later.

const FOLDER = 'db/migrations/';

/** Changes that break a process from the previous release. */
const CONTRACTIONS = [
  /DROP (?:COLUMN|TABLE|SCHEMA)[^,;`]*/g,
  /RENAME (?:COLUMN|TO)[^,;`]*/g,
  /ALTER COLUMN \w+ (?:SET DATA )?TYPE[^,;`]*/g,
  /ALTER COLUMN \w+ SET NOT NULL/g,
  /ALTER COLUMN \w+ DROP DEFAULT/g,
  /ADD COLUMN \w+ (?:(?!DEFAULT|GENERATED)[^,;`])*NOT NULL(?:(?!DEFAULT|GENERATED)[^,;`])*(?=[,;`])/g,
];

/**
 * Migrations that remove something, each with the release since which no running release uses it. The first
 * three predate the rule, from before the first release.
 */
const CONTRACTING: Readonly<Record<string, readonly string[]>> = {
  '20261124-version-numbers.ts': ['ALTER COLUMN number SET NOT NULL'],
  '20261125-task-stays.ts': ['RENAME COLUMN units_version TO stay_version'],
  '20261128-rate-plans.ts': ['DROP COLUMN property_id', 'ALTER COLUMN unit_type_id SET NOT NULL'],
  '20261128-request-settings.ts': [
    'DROP COLUMN respond_within_hours',
    'DROP COLUMN pay_within_hours',
    'DROP COLUMN min_notice_hours',
  ],
  // Both keep the old names, as a column and as a view, which the next release drops.
  '20261219-nights-synced.ts': [
    'RENAME COLUMN nights_settled_at TO nights_synced_at',
    'RENAME TO bookings_unsynced',
    'ALTER COLUMN nights_settled_at DROP DEFAULT',
  ],
  '20261219-stay-holds.ts': ['RENAME TO stay_holds', 'RENAME COLUMN checkout_id TO id'],
};

const contractionsIn = (text: string): readonly string[] =>
  CONTRACTIONS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([found]) => found.trim().replace(/\s+/g, ' ')),
  );

test('a migration removes only objects that no running release can use', () => {
  const found = readdirSync(FOLDER).flatMap((file) => {
    const contractions = contractionsIn(readFileSync(FOLDER + file, 'utf8'));
    return contractions.length > 0 ? [[file, contractions] as const] : [];
  });
  expect(Object.fromEntries(found)).toEqual(CONTRACTING);
});

test.each([
  ['ALTER TABLE a.b ADD COLUMN c text NOT NULL;', true],
  ['ALTER TABLE a.b ADD COLUMN c text, ADD COLUMN d int NOT NULL, ADD COLUMN e text;', true],
  ["ALTER TABLE a.b ADD COLUMN c text NOT NULL DEFAULT '';", false],
  ["ALTER TABLE a.b ADD COLUMN c text DEFAULT '' NOT NULL;", false],
  ['ALTER TABLE a.b ADD COLUMN c text;', false],
  ['ALTER TABLE a.b ALTER COLUMN c TYPE bigint;', true],
  ['ALTER TABLE a.b RENAME TO c;', true],
  ['DROP TABLE a.b;', true],
  ['CREATE TABLE a.b (c text NOT NULL);', false],
  ['DROP INDEX a.b;', false],
])('%s is a contraction: %s', (statement, expected) => {
  expect(contractionsIn(statement).length > 0).toBe(expected);
});

test('`npm run tool upgrade` starts from a release that may run next to this one', () => {
  const release = previousRelease('.');
  const files = execFileSync('git', ['ls-tree', '--name-only', release, FOLDER], { encoding: 'utf8' });
  const newest = basename(files.trim().split('\n').at(-1) ?? '', '.ts');
  expect(newest >= OLDEST_RELEASE, `${release}, whose newest migration is ${newest}`).toBe(true);
});
