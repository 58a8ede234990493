import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { applyDefinitions, DEFINITIONS, definitionsOf } from '#db/definitions.ts';
import { tableDifferences } from '#server/check-tables.ts';
import { type TestDatabase, useTestDatabase } from '../support/database.ts';

describe('the migrated tables', () => {
  test('are what the entities describe', async () => {
    const { url } = await useTestDatabase();
    expect(await tableDifferences(url)).toEqual([]);
  });

  test.each([
    ['a column less', 'ALTER TABLE tasks.task DROP COLUMN note', 'add "note" text'],
    ['a column more', 'ALTER TABLE tasks.task ADD COLUMN colour text', 'drop column "colour"'],
    ['another type', 'ALTER TABLE payments.refund ALTER COLUMN amount TYPE integer', 'type bigint'],
    ['a column that may be null', 'ALTER TABLE apps.teams ALTER COLUMN name DROP NOT NULL', 'set not null'],
    ['a table more', 'CREATE TABLE tasks.crew (id integer)', 'drop table if exists "tasks"."crew"'],
  ])('differ by %s', async (_what, change, difference) => {
    const { url, query } = await useTestDatabase();
    await query(change);
    expect((await tableDifferences(url)).join()).toContain(difference);
  });
});

describe('functions and triggers of the migrated database', () => {
  test('are those of store/functions.sql', async () => {
    const database = await useTestDatabase();
    const migrated = await definitionsIn(database);
    const texts = await Promise.all(DEFINITIONS.map(definitionsOf));
    for (const text of texts) await database.query(text);
    expect(await definitionsIn(database)).toEqual(migrated);
    const written = texts.join('').match(/^CREATE OR REPLACE (FUNCTION|TRIGGER) /gm);
    expect(written).toHaveLength(migrated.length);
  });

  const ZERO = `
    CREATE OR REPLACE FUNCTION catalog.hold_cap(total integer, percent integer) RETURNS integer
      LANGUAGE sql IMMUTABLE RETURN 0;`;

  async function useDefinitions() {
    const { url, query } = await useTestDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    return {
      query,
      apply: () => applyDefinitions(client),
      /** Another release, in which the catalog's text is another. */
      applyOther: () => applyDefinitions(client, async (folder) => (await definitionsOf(folder)) + ZERO),
      cap: async () => (await query<{ cap: number }>('SELECT catalog.hold_cap(9, 100) AS cap'))[0]?.cap,
    };
  }

  test('are left alone while their text is the same', async () => {
    const { query, apply, cap } = await useDefinitions();
    await query(ZERO);
    await apply();
    expect(await cap()).toBe(0);
  });

  test('come back with a text that comes back', async () => {
    const { apply, applyOther, cap } = await useDefinitions();
    await applyOther();
    expect(await cap()).toBe(0);
    await apply();
    expect(await cap()).toBe(9);
  });

  test('are not those of an earlier release that starts later', async () => {
    const { query, applyOther, cap } = await useDefinitions();
    await query(`INSERT INTO migrations (name) VALUES ('29991231-later')`);
    await applyOther();
    expect(await cap()).toBe(9);
  });
});

/** Every function and trigger of the subgraphs as PostgreSQL prints it. */
async function definitionsIn({ query }: TestDatabase): Promise<readonly string[]> {
  const rows = await query<{ definition: string }>(`
    SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p
      WHERE p.pronamespace::regnamespace::text IN ('apps', 'catalog', 'checkout', 'payments', 'tasks')
    UNION ALL
    SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace::regnamespace::text IN ('apps', 'catalog', 'checkout', 'payments', 'tasks') AND NOT t.tgisinternal
    ORDER BY 1`);
  return rows.map(({ definition }) => definition);
}
