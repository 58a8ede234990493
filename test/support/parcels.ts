import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { openDatabase } from '#db/database.ts';
import { type Recording, type Sent, storedMoves } from '#db/jobs/lease-states.ts';
import type { LeasedWork, WaitingItem } from '#db/jobs/leased-work.ts';
import { statements } from '#db/transaction.ts';

/** Leased work on a separate table: teams' parcels, each with its behavior when sent. */
export const PARCELS = `
  CREATE TABLE parcel (
    id int PRIMARY KEY, team int NOT NULL, does text NOT NULL, state text NOT NULL DEFAULT 'waiting',
    attempts int NOT NULL DEFAULT 0, renewals int NOT NULL DEFAULT 0, due_at timestamptz NOT NULL DEFAULT now(), problem text);
  CREATE TABLE parcel_sent (id int NOT NULL, pid int NOT NULL, attempts int NOT NULL)`;

const MOVES = storedMoves({ waiting: 'waiting', leased: 'leased', done: 'done', given_up: 'given_up' });

/**
 * A parcel's behavior when sent: it arrives, hangs, is refused temporarily, is postponed, throws, or crashes its
 * process. An empty parcel is finished by its claim.
 */
export type Does = 'arrive' | 'hang' | 'refuse' | 'postpone' | 'throw' | 'kill' | 'empty';

export interface Parcel extends WaitingItem<number> {
  readonly attempts: number;
  readonly does: Does;
}

export interface ParcelOptions {
  readonly slots: number;
  readonly slotsPerShare: number;
  readonly delaysMs?: readonly number[];
  readonly mostAttempts?: number;
  readonly budget?: { readonly kind: 'photos'; readonly mostMs: number };
  /** Interval at which leases are renewed while a parcel is sent. */
  readonly renewMs?: number;
  /** Called instead of the parcel's behavior. */
  readonly onSend?: (parcel: Parcel) => Promise<void>;
}

export type ParcelWork = LeasedWork<WaitingItem<number>, Parcel, null, string>;

/** A lease that no test waits for: tests end it in the table. */
const LEASE = sql`now() + interval '1 hour'`;

export function parcelWork({
  slots,
  slotsPerShare,
  budget,
  renewMs,
  onSend,
  delaysMs = [],
  mostAttempts,
}: ParcelOptions): ParcelWork {
  return {
    name: 'parcels',
    slots,
    slotsPerShare,
    everyMs: 50,
    ...(budget ? { budget } : {}),
    ...(renewMs === undefined ? {} : { renew: { everyMs: renewMs, run: renew } }),
    retry: () => ({ delaysMs, ...(mostAttempts === undefined ? {} : { mostAttempts }) }),
    async scan(ctx, { shares, ids }) {
      const { rows } = await sql<WaitingItem<number>>`
        SELECT id, team AS share FROM (
          SELECT *, row_number() OVER (PARTITION BY team ORDER BY id) AS place FROM parcel
          WHERE state IN ('waiting', 'leased') AND due_at <= now()
            AND team <> ALL (${[...shares]}::int[]) AND id <> ALL (${[...ids]}::int[])) AS due
        WHERE place <= ${slotsPerShare} ORDER BY id LIMIT 100`.execute(statements(ctx));
      return rows;
    },
    async claim(ctx, { id, share }) {
      const { rows } = await sql<Parcel>`
        UPDATE parcel SET state = ${MOVES.claim.to}, attempts = attempts + ${MOVES.claim.attempts}::int, due_at = ${LEASE}
        WHERE id = (SELECT id FROM parcel WHERE id = ${id} AND state IN ('waiting', 'leased') AND due_at <= now()
          FOR UPDATE SKIP LOCKED)
        RETURNING id, ${share}::int AS share, attempts, does`.execute(statements(ctx));
      const [parcel] = rows;
      if (parcel?.does !== 'empty') return parcel ?? null;
      await record(ctx, parcel, { move: 'finish', done: null });
      return 'nothing';
    },
    async send(ctx, parcel): Promise<Sent<null, string>> {
      const { id, attempts, does } = parcel;
      await sql`INSERT INTO parcel_sent VALUES (${id}, ${process.pid}, ${attempts})`.execute(statements(ctx));
      await onSend?.(parcel);
      if (does === 'kill') process.kill(process.pid, 'SIGKILL');
      if (does === 'hang' || does === 'kill') await new Promise(() => undefined);
      if (does === 'throw') throw new Error('The parcel fell apart.');
      if (does === 'refuse') return { move: 'retry', problem: 'refused' };
      return does === 'postpone' ? { move: 'postpone', inMs: 10 } : { move: 'finish', done: null };
    },
    record,
  };
}

async function record(
  ctx: SubgraphContext,
  { id, attempts }: Parcel,
  recording: Recording<null, string>,
): Promise<void> {
  const { from, to, attempts: added } = MOVES[recording.move];
  const inMs = 'inMs' in recording ? recording.inMs : 0;
  const problem = 'problem' in recording ? recording.problem : null;
  await sql`
    UPDATE parcel SET state = ${to}, problem = ${problem}, attempts = attempts + ${added}::int,
      due_at = now() + ${inMs}::int * interval '1 millisecond'
    WHERE id = ${id} AND attempts = ${attempts} AND state = ${from}`.execute(statements(ctx));
}

const renew = (ctx: SubgraphContext, { id }: Parcel) =>
  sql`UPDATE parcel SET due_at = ${LEASE}, renewals = renewals + 1 WHERE id = ${id}`.execute(statements(ctx));

const quiet = { info() {}, warn() {}, error() {} };

/** A context with the members that leased work uses. */
export async function openParcelContext(url: string) {
  const db = await openDatabase({ url, entities: [], queues: [], log: quiet });
  const clock = { now: () => new Date() };
  // The engine and the work above use only these.
  const ctx = { db, log: quiet, clock, config: {} } as unknown as SubgraphContext;
  return { ctx, close: () => db.close() };
}
