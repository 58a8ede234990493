import { sql } from 'kysely';
import { columnsOf, type RowOf } from '#db/columns.ts';
import { openDatabase } from '#db/database.ts';
import { prepared } from '#db/typed.ts';
import { newUuid } from '#kit/ids.ts';
import { PaymentSession, Refund } from '#subgraphs/payments/store/entities.ts';
import { type Tables, tables } from '#subgraphs/payments/store/tables.ts';
import { openBenchPostgres } from './postgres.ts';
import { cpuOf, printTable } from './support.ts';

/**
 * Measures this process's CPU for reading 1 row and 50 rows, by each method in
 * docs/contributing/statements.md. Run: node bench/statements.ts
 */
const postgres = await openBenchPostgres();
const log = { info() {}, warn() {}, error() {} };
const db = await openDatabase({ url: postgres.url, entities: [PaymentSession, Refund], queues: [], log });
const session = newUuid();
const em = db.orm.em.fork();
// this benchmark only needs refunds
await em.execute('ALTER TABLE payments.refund DROP CONSTRAINT refund_session_id_fkey');
const now = new Date();
for (let i = 0; i < 50; i++) {
  await em.insert(Refund, {
    id: newUuid(),
    sessionId: session,
    teamId: i,
    installId: 1,
    amount: 100,
    currency: 'EUR',
    reason: 'none',
    status: 'INITIATED',
    attempts: 0,
    createdAt: now,
    updatedAt: now,
    reference: null,
    rejectCode: null,
    rejectMessage: null,
  });
}

const NAMES = [
  ...([
    'id',
    'sessionId',
    'teamId',
    'installId',
    'amount',
    'currency',
    'reason',
    'status',
    'reference',
  ] as const),
  ...(['rejectCode', 'rejectMessage', 'attempts', 'createdAt', 'updatedAt'] as const),
];
const COLUMNS = columnsOf(Refund, NAMES);
const refunds = prepared<Tables, { session: string; least: number }, Refund>(tables, (kysely, given) =>
  kysely
    .selectFrom('refund')
    .selectAll()
    .where('sessionId', '=', given.session)
    .where('teamId', '>=', given.least),
);

const ways = {
  'raw, in the names of the entity': (least: number) =>
    sql<
      RowOf<typeof COLUMNS>
    >`SELECT ${COLUMNS} FROM payments.refund WHERE session_id = ${session} AND team_id >= ${least}`.execute(
      db.orm.em.fork().getKysely(),
    ),
  'typed, built once': (least: number) => refunds(db.orm.em.fork(), { session, least }),
  'typed, built each time': (least: number) =>
    tables(db.orm.em.fork())
      .selectFrom('refund')
      .selectAll()
      .where('sessionId', '=', session)
      .where('teamId', '>=', least)
      .execute(),
  "typed, by MikroORM's plugin alone": (least: number) =>
    db.orm.em
      .fork()
      .getKysely({ columnNamingStrategy: 'property', convertValues: true })
      .withSchema('payments')
      .selectFrom('refund' as never)
      .selectAll()
      .where('sessionId' as never, '=', session as never)
      .where('teamId' as never, '>=', least as never)
      .execute(),
  entities: (least: number) => db.orm.em.fork().find(Refund, { sessionId: session, teamId: { $gte: least } }),
};

const rows: string[][] = [];
for (const [way, read] of Object.entries(ways)) {
  const one = await cpuOf(() => read(49));
  const many = await cpuOf(() => read(0));
  rows.push([way, `${one.toFixed(0)} us`, `${many.toFixed(0)} us`]);
}
printTable('CPU of one statement', ['', '1 row', '50 rows'], rows);
await db.close();
await postgres.close();
