import { wrap } from '@mikro-orm/core';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { columnsOf } from '#db/columns.ts';
import { openDatabase } from '#db/database.ts';
import { applyDefinitions, DEFINITIONS, definitionsOf } from '#db/definitions.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { prepared } from '#db/typed.ts';
import { newUuid } from '#kit/ids.ts';
import { tableDifferences } from '#server/check-tables.ts';
import { SUBGRAPHS } from '#server/subgraphs.ts';
import { PaymentSession } from '#subgraphs/payments/store/entities.ts';
import { type Tables, tables } from '#subgraphs/payments/store/tables.ts';
import { type TestDatabase, useTestDatabase } from '../support/database.ts';

const ENTITIES = SUBGRAPHS.flatMap(({ entities }) => entities);

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

describe('statements in the names of entities', () => {
  async function useOrm() {
    const { url } = await useTestDatabase();
    const log = { info() {}, warn() {}, error() {} };
    const db = await openDatabase({ url, entities: ENTITIES, queues: [], log });
    onTestFinished(() => db.close());
    return db;
  }

  test('find a column for every property', async () => {
    const db = await useOrm();
    for (const entity of ENTITIES) {
      const { schema, tableName = '', props } = db.orm.getMetadata().get(entity.meta.class);
      const names = props.filter(({ kind }) => kind === 'scalar').map(({ name }) => name);
      const columns = columnsOf(entity, names as never[]);
      const read = sql`SELECT ${columns} FROM ${sql.id(schema ?? '', tableName)} LIMIT 0`;
      await expect(read.execute(statements({ db })), tableName).resolves.toMatchObject({ rows: [] });
    }
  });

  test('read what entities read, built once or each time', async () => {
    const db = await useOrm();
    const em = db.orm.em.fork();
    const at = new Date('2026-01-31T10:00:00.123Z');
    await em.insert(PaymentSession, {
      ...{
        id: newUuid(),
        teamId: 7,
        installId: 1,
        appSlug: 'pay',
        appName: 'Pay',
        bookingId: 1,
        bookingVersion: 1,
      },
      ...{
        amount: 2 ** 40,
        currency: 'EUR',
        test: false,
        status: 'INITIATED',
        request: '{}',
        reference: null,
      },
      ...{ rejectCode: null, rejectMessage: null, pendingReason: null, lastFailure: null, settlement: null },
      ...{ version: 1, expiresAt: at, createdAt: at, updatedAt: at },
    });
    const [entity] = await em.find(PaymentSession, { teamId: 7 });
    const once = prepared<Tables, { teamId: number }, PaymentSession>(tables, (kysely, { teamId }) =>
      kysely.selectFrom('session').selectAll().where('teamId', '=', teamId),
    );
    const each = await tables(em).selectFrom('session').selectAll().where('teamId', '=', 7).execute();
    expect(each).toEqual([wrap(entity ?? {}).toPOJO()]);
    expect(await once(em, { teamId: 7 })).toEqual(each);
    expect(await once(em, { teamId: 8 })).toEqual([]);
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

test('a transaction takes one connection, for the first entity of a process too', async () => {
  const { url } = await useTestDatabase();
  const log = { info() {}, warn() {}, error() {} };
  const db = await openDatabase({ url, entities: ENTITIES, queues: [], log, poolSize: 2 });
  onTestFinished(() => db.close());
  const waiting = Promise.withResolvers<void>();
  const both = [0, 1].map((n) =>
    inTransaction({ db }, async (em) => {
      await sql`SELECT 1`.execute(statements(em));
      if (n === 0) waiting.resolve();
      await waiting.promise;
      return em.find(PaymentSession, {}, { limit: 1 });
    }),
  );
  await expect(Promise.all(both)).resolves.toEqual([[], []]);
});
