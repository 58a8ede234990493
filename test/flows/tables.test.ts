import { wrap } from '@mikro-orm/core';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { columnsOf } from '#db/columns.ts';
import { openDatabase } from '#db/database.ts';
import { applyDefinitions, DEFINITIONS, definitionsOf } from '#db/migrate/definitions.ts';
import { migrate } from '#db/migrate/migrate.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { prepared } from '#db/typed.ts';
import { WIDE_IDS, widenIds } from '#db/wide-ids.ts';
import { newUuid } from '#kit/ids.ts';
import { listDifferences, tableDifferences } from '#server/programs/check-tables.ts';
import { SUBGRAPHS } from '#server/subgraphs.ts';
import { PaymentSession } from '#subgraphs/payments/store/entities.ts';
import { type Tables, tables } from '#subgraphs/payments/store/tables.ts';
import { type TestDatabase, useTestDatabase } from '../support/database.ts';
import { EARLIER_COMMITS, openEarlierDatabase } from '../support/earlier-database.ts';

const ENTITIES = SUBGRAPHS.flatMap(({ entities }) => entities);

describe('the migrated tables', () => {
  test('the migrated tables match the entities', async () => {
    const { url } = await useTestDatabase();
    expect(await tableDifferences(url)).toEqual([]);
  });

  test.each([
    ['a missing column', 'ALTER TABLE tasks.task DROP COLUMN note', 'add "note" text'],
    ['an extra column', 'ALTER TABLE tasks.task ADD COLUMN colour text', 'drop column "colour"'],
    ['another type', 'ALTER TABLE payments.refund ALTER COLUMN amount TYPE integer', 'type bigint'],
    ['a nullable column', 'ALTER TABLE apps.teams ALTER COLUMN name DROP NOT NULL', 'set not null'],
    ['an extra table', 'CREATE TABLE tasks.crew (id integer)', 'drop table if exists "tasks"."crew"'],
  ])('the table check reports %s', async (_what, change, difference) => {
    const { url, query } = await useTestDatabase();
    await query(change);
    expect((await tableDifferences(url)).join()).toContain(difference);
  });

  test('the migrated tables match db/tables.txt', async () => {
    const { url } = await useTestDatabase();
    expect(await listDifferences(url)).toEqual([]);
  });

  test.each([
    [
      'a dropped index',
      'DROP INDEX checkout.bookings_at_property',
      '- checkout.bookings index CREATE INDEX bookings_at_property',
    ],
    [
      'a dropped check of nights',
      'ALTER TABLE catalog.night DROP CONSTRAINT night_not_oversold',
      '- catalog.night constraint night_not_oversold CHECK',
    ],
    [
      'another default',
      'ALTER TABLE catalog.stay_holds ALTER COLUMN announced SET DEFAULT true',
      '+ catalog.stay_holds column announced boolean not null default true',
    ],
    ['a new table', 'CREATE TABLE tasks.crew (id integer)', '+ tasks.crew table'],
    [
      'a table that crash recovery would now keep',
      'ALTER TABLE catalog.night_change SET LOGGED',
      '- catalog.night_change table unlogged',
    ],
  ])('the check against db/tables.txt reports %s', async (_what, change, difference) => {
    const { url, query } = await useTestDatabase();
    await query(change);
    expect((await listDifferences(url)).join('\n')).toContain(difference);
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

  test('every entity property has a column', async () => {
    const db = await useOrm();
    for (const entity of ENTITIES) {
      const { schema, tableName = '', props } = db.orm.getMetadata().get(entity.meta.class);
      const names = props.filter(({ kind }) => kind === 'scalar').map(({ name }) => name);
      const columns = columnsOf(entity, names as never[]);
      const read = sql`SELECT ${columns} FROM ${sql.id(schema ?? '', tableName)} LIMIT 0`;
      await expect(read.execute(statements({ db })), tableName).resolves.toMatchObject({ rows: [] });
    }
  });

  test('statements read the same values as entities, whether built once or on every call', async () => {
    const db = await useOrm();
    const em = db.orm.em.fork();
    const at = new Date('2026-01-31T10:00:00.123Z');
    await em.insert(PaymentSession, {
      id: newUuid(),
      teamId: 7,
      installId: 1,
      appSlug: 'pay',
      appName: 'Pay',
      bookingId: 1,
      bookingVersion: 1,
      amount: 2 ** 40,
      currency: 'EUR',
      test: false,
      status: 'INITIATED',
      request: '{}',
      reference: null,
      rejectCode: null,
      rejectMessage: null,
      pendingReason: null,
      lastFailure: null,
      settlement: null,
      version: 1,
      expiresAt: at,
      createdAt: at,
      updatedAt: at,
    });
    const [entity] = await em.find(PaymentSession, { teamId: 7 });
    const once = prepared<Tables, { teamId: number }, PaymentSession>(tables, (kysely, { teamId }) =>
      kysely.selectFrom('session').selectAll().where('teamId', '=', teamId),
    );
    const each = await tables(em).selectFrom('session').selectAll().where('teamId', '=', 7).execute();
    expect(each).toEqual([wrap(entity ?? {}).toPOJO()]);
    expect(await once(em, { teamId: 7 })).toEqual(each);
    expect(await once(em, { teamId: 8 })).toEqual([]);
    const renamed = await tables(em)
      .selectFrom('session as s')
      .select(['s.createdAt as openedAt', 's.amount as status'])
      .execute();
    expect(renamed, 'a property under another name').toEqual([{ openedAt: at, status: 2 ** 40 }]);
  });
});

describe('ids of 4 bytes', () => {
  /** Every such table, and the reason 2,147,483,647 ids suffice. */
  const NARROW = {
    'apps.accounts': 'people sign up, and the addresses they come from have a budget',
    'apps.app_versions': 'a version is a push of a developer, whose token has a budget',
    'apps.apps': 'developers make them, within the budget of a token',
    'apps.factors': 'people add passkeys; an account has ten recovery codes at a time',
    'apps.installs': 'one for each team and app, used again when it is installed again',
    'apps.listing_media': 'developers upload them, and each takes a worker a while',
    'apps.plans': 'a version is a change of a developer, whose token has a budget',
    'apps.team_invitations': 'members invite by hand',
    'apps.teams': 'an account founds few',
    'apps.theme_copies': 'an account has 20 at a time, within the budget of a token',
    'apps.theme_versions': 'a version is a push of a developer, whose token has a budget',
    'apps.themes': 'developers make them, within the budget of a token',
    'catalog.cancellation_policy': 'hosts write them',
    'catalog.channel_connection': 'hosts add them',
    'catalog.fee': 'hosts write them',
    'catalog.ical_export': 'one for each calendar that a host shares',
    'catalog.ical_feed': 'hosts add them, few for each unit type',
    'catalog.injection_placement': 'hosts add them',
    'catalog.media': 'a photo takes a worker a second, 68 years of one core for all of them',
    'catalog.property': 'hosts add them',
    'catalog.rate_plan': 'hosts write them',
    'catalog.storefront': 'hosts open them',
    'catalog.storefront_domain': 'hosts add them',
    'catalog.storefront_themes': 'hosts add them, and at most 30 stay',
    'catalog.tax': 'hosts write them',
    'catalog.transfer': 'hosts start imports and exports, one at a time',
    'catalog.unit': 'as many as hosts sell',
    'catalog.unit_type': 'hosts add them',
    'payments.method': 'one for each storefront and method',
    'public.migrations': 'one for each change of the database',
  };

  const COLUMNS = `SELECT c.oid::regclass::text AS "table", a.attname AS "column", a.atttypid = 'bigint'::regtype AS wide
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relkind = 'r' AND c.relnamespace::regnamespace::text IN ('public', 'apps', 'catalog', 'checkout', 'payments', 'tasks')
      AND (a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%') ORDER BY 1`;

  interface Counted {
    readonly table: string;
    readonly column: string;
    readonly wide: boolean;
  }

  test('only tables whose rows people add one by one have 4-byte ids', async () => {
    const { query } = await useTestDatabase();
    const counted = await query<Counted>(COLUMNS);
    const narrow = counted
      .filter(({ wide }) => !wide)
      .map(({ table }) => table.replace(/^(?!.*\.)/, 'public.'));
    expect(narrow.sort()).toEqual(Object.keys(NARROW));
  });

  test('foreign keys have the type of the 4-byte ids they reference', async () => {
    const { query } = await useTestDatabase();
    const differing =
      await query(`SELECT k.conrelid::regclass::text AS "table", k.conname FROM pg_constraint k
      CROSS JOIN LATERAL unnest(k.conkey, k.confkey) AS pair (own, other)
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = pair.own
      JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = pair.other
      WHERE k.contype = 'f' AND a.atttypid <> b.atttypid AND a.atttypid <> 'bigint'::regtype`);
    expect(differing).toEqual([]);
  });

  test('an earlier database keeps its 4-byte ids and triggers until a script widens the ids', async () => {
    const [commit = ''] = EARLIER_COMMITS;
    const database = await openEarlierDatabase(commit);
    onTestFinished(() => database.drop());
    const log = { warn() {} };
    await migrate(database.url, async () => {});
    const narrow = async () =>
      (await database.query<Counted>(COLUMNS)).filter(({ table, wide }) => !wide && table in WIDE_IDS);
    expect(await narrow()).toHaveLength(9);
    const definitions = await definitionsIn(database);
    expect([...(await widenIds(database.url, log))].sort()).toEqual(Object.keys(WIDE_IDS).sort());
    expect(await narrow()).toEqual([]);
    expect(await definitionsIn(database)).toEqual(definitions);
    expect(await tableDifferences(database.url)).toEqual([]);
    expect(await widenIds(database.url, log)).toEqual([]);
  });
});

describe('functions and triggers of the migrated database', () => {
  test('the migrated database has exactly the functions and triggers in functions.sql', async () => {
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
      /** Another release with different catalog definitions. */
      applyOther: () => applyDefinitions(client, async (folder) => (await definitionsOf(folder)) + ZERO),
      cap: async () => (await query<{ cap: number }>('SELECT catalog.hold_cap(9, 100) AS cap'))[0]?.cap,
    };
  }

  test("unchanged functions and triggers aren't replaced", async () => {
    const { query, apply, cap } = await useDefinitions();
    await query(ZERO);
    await apply();
    expect(await cap()).toBe(0);
  });

  test('reapplying the earlier definitions of functions and triggers restores them', async () => {
    const { apply, applyOther, cap } = await useDefinitions();
    await applyOther();
    expect(await cap()).toBe(0);
    await apply();
    expect(await cap()).toBe(9);
  });

  test("an earlier release that starts later doesn't replace functions and triggers", async () => {
    const { query, applyOther, cap } = await useDefinitions();
    await query(`INSERT INTO migrations (name) VALUES ('29991231-later')`);
    await applyOther();
    expect(await cap()).toBe(9);
  });
});

describe('a release that changes a table in use', () => {
  test.each([
    {
      what: 'a column',
      table: 'apps.deliveries',
      before: `ALTER TABLE apps.deliveries DROP COLUMN traceparent;
        DELETE FROM migrations WHERE name = '20261130-delivery-traces'`,
      after: 'SELECT traceparent FROM apps.deliveries',
    },
    {
      what: 'a trigger',
      table: 'checkout.bookings',
      before: `DROP TRIGGER note_inserted ON checkout.bookings;
        DELETE FROM definitions WHERE folder LIKE 'checkout%'`,
      after: 'COMMENT ON TRIGGER note_inserted ON checkout.bookings IS NULL',
    },
  ])(
    'a release adds $what during an open transaction without delaying writers',
    async ({ table, before, after }) => {
      const { url, query } = await useTestDatabase();
      await query(before);
      const [open, writer] = [await connect(url), await connect(url)];
      await open.query('BEGIN');
      const write = `UPDATE ${table} SET status = status WHERE false`;
      await open.query(write);
      const migrated = migrate(url, async () => {});
      await expect
        .poll(() => query(`SELECT FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`), {
          timeout: 20_000,
          interval: 5,
        })
        .toHaveLength(1);
      await writer.query(`SET lock_timeout = '3s'`);
      for (let n = 0; n < 20; n++) await writer.query(write);
      await open.query('COMMIT');
      await migrated;
      await query(after);
    },
  );

  async function connect(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }
});

/** Every subgraph function and trigger as PostgreSQL prints it. */
async function definitionsIn({ query }: TestDatabase): Promise<readonly string[]> {
  const rows = await query<{ definition: string }>(`
    SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p
      WHERE p.pronamespace::regnamespace::text IN ('apps', 'catalog', 'checkout', 'payments', 'public', 'tasks')
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace::regnamespace::text IN ('apps', 'catalog', 'checkout', 'payments', 'tasks') AND NOT t.tgisinternal
    ORDER BY 1`);
  return rows.map(({ definition }) => definition);
}

test('a transaction uses one connection, even for the first entity that a process loads', async () => {
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
