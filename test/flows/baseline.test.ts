import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyBaseline } from '#db/migrate/baseline.ts';
import { missingMigrations } from '#db/migrate/migration-names.ts';
import { openEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { shapeOf } from '../support/database-shape.ts';
import { runMigrations } from '../support/every-migration.ts';

// A new database starts from the baseline and runs later migrations; an existing one runs only the missing
// migrations. docs/contributing/migrations.md#the-baseline

let atOnce: TestDatabase;
let oneByOne: TestDatabase;

beforeAll(async () => {
  [atOnce, oneByOne] = await Promise.all([openEmptyDatabase(), openEmptyDatabase()]);
  await Promise.all([fromBaseline(atOnce.url), runMigrations(oneByOne.url)]);
});
afterAll(async () => {
  await Promise.all([atOnce.drop(), oneByOne.drop()]);
});

test('a new database has the same tables as a database built migration by migration', async () => {
  const shape = await shapeOf(atOnce);
  expect(shape.length).toBeGreaterThan(1_000);
  expect(shape).toEqual(await shapeOf(oneByOne));
});

test('a new database records every migration of the release once and in order', async () => {
  const names = async ({ query }: TestDatabase) =>
    (await query<{ name: string }>('SELECT name FROM migrations ORDER BY id')).map(({ name }) => name);
  expect(await names(atOnce)).toEqual(await names(oneByOne));
});

test('a new database contains the rows that the migrations insert', async () => {
  const counts = async ({ query }: TestDatabase) => {
    const tables = await query<{ name: string }>(
      `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    );
    const rows = await query<object>(
      tables
        .map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS rows FROM ${name}`)
        .join(' UNION ALL '),
    );
    return rows;
  };
  expect(await counts(atOnce)).toEqual(await counts(oneByOne));
});

test('a migrations table left empty by an interrupted start is replaced', async () => {
  const database = await openEmptyDatabase();
  try {
    await database.query('CREATE TABLE migrations (id serial PRIMARY KEY, name varchar(255) NOT NULL)');
    await fromBaseline(database.url);
    expect(await shapeOf(database)).toEqual(await shapeOf(oneByOne));
  } finally {
    await database.drop();
  }
});

async function fromBaseline(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await applyBaseline(client);
    const { inDatabase, isNew } = await missingMigrations(client);
    expect(isNew).toBe(false);
    if (inDatabase.length > 0) await runMigrations(url);
  } finally {
    await client.end();
  }
}
