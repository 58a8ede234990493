import { type Kysely, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { LeftOut, WaitingItem } from '#db/jobs/leased-work.ts';
import { inTransaction, reader, statements, type Transaction } from '#db/transaction.ts';
import { dayAfter } from '#kit/dates.ts';
import { newUuid } from '#kit/ids.ts';
import { MAX_CHANNEL_ROOMS } from '#schema/limits.ts';
import { tables } from '../../store/tables.ts';
import {
  type ChangePlace,
  type ChannelRate,
  changesOf,
  closedRate,
  type FittedChanges,
  type PushMode,
  type SoldNight,
} from '../domain/channel-message.ts';
import { UPDATE_MOVES } from '../domain/update-states.ts';
import { pushes, readNights, salesOf } from './channel-sales.ts';

/** If a process dies, it blocks a connection's updates for at most this long; a channel has 10 s to respond. */
const LEASE_MS = 20_000;
/** Concurrent messages per app, across all processes: a slow channel slows only itself. */
export const AT_ONCE_PER_APP = 50;
/** Time limit for closing an ended connection on its channel. */
const ENDING_HOURS = 24;

/** A message that only this process may send until its lease ends. */
export interface ClaimedMessage {
  readonly id: string;
  readonly connectionId: number;
  readonly installId: number;
  readonly propertyId: number;
  readonly body: string;
  /** The room, unit type, nights and rate of each change. */
  readonly places: readonly ChangePlace[];
  /** Consecutive failures plus this attempt. */
  readonly attempts: number;
}

/** Connections found per scan. */
const MOST_SCANNED = 300;

/** Connections with due updates, longest due first, with fairness among apps. */
export const scanDue = (
  ctx: Pick<SubgraphContext, 'db'>,
  { shares, ids, free }: LeftOut<string>,
): Promise<readonly WaitingItem<string>[]> =>
  tables(reader(ctx))
    .selectFrom('channel_push as p')
    .innerJoin('channel_connection as k', 'k.id', 'p.connectionId')
    .select(['p.connectionId as id', 'k.appSlug as share'])
    .where(IS_DUE)
    .$if(shares.length > 0, (due) => due.where('k.appSlug', 'not in', [...shares]))
    .$if(ids.length > 0, (due) => due.where('p.connectionId', 'not in', [...ids]))
    .orderBy('p.nextAttemptAt')
    .orderBy('p.connectionId')
    .limit(Math.min(free, MOST_SCANNED))
    .execute();

type Due = NonNullable<Awaited<ReturnType<typeof findDue>>>;

/**
 * Builds a connection's next message from the current calendar; `'nothing'` if the channel doesn't need the
 * changes, and null without due updates. A connection has one message under way at a time. See
 * docs/interface/channels.md#push.
 */
export function claimMessage(
  ctx: SubgraphContext,
  { id: dueId }: WaitingItem<string>,
): Promise<ClaimedMessage | 'nothing' | null> {
  return inTransaction(ctx, async (em) => {
    const db = statements(em);
    const due = await findDue(em, dueId);
    if (!due) return null;
    if (due.messageId !== null) {
      await lapse(db, due.connectionId);
      await takeBack(db, due.connectionId);
    }
    if (due.fullWanted) await markAllNights(db, due.connectionId);
    const { nights, isCut } = await readNights(em, due, changedNights(due.connectionId));
    const told = await salesOf(em, due);
    const fitted = cutAt(nights, isCut, changesOf(nights, told));
    const closing = fitted.rest ? [] : await unmappedRates(em, due.connectionId);
    const changes = [...fitted.changes, ...closing.map((rate) => closedRate(rate, due.today, due.end))];
    const places = [
      ...fitted.places,
      ...closing.map(({ room, rate }): ChangePlace => [room, null, due.today, due.end, rate]),
    ];
    if (changes.length === 0) {
      await drop(db, due, fitted);
      return 'nothing';
    }
    const mode: PushMode = due.fullWanted || due.fullRunning ? 'full' : 'delta';
    const id = newUuid();
    const sequence = due.sequence + 1;
    await markSending(db, due, fitted, { id, sequence, mode, changes: changes.length });
    const body = JSON.stringify({
      message_id: id,
      connection_id: due.connectionId,
      channel_property_id: due.channelPropertyId,
      mode,
      more: mode === 'full' && fitted.rest !== null,
      sequence,
      sent_at: ctx.clock.now().toISOString(),
      currency: due.currency,
      changes,
    });
    const { connectionId, installId, propertyId } = due;
    const attempts = due.failures + (due.messageId === null ? 1 : 2);
    return { id, connectionId, installId, propertyId, body, places, attempts };
  });
}

/** True if updates `p` for connection `k` are due, and the connection's app may receive more messages. */
const IS_DUE = sql`p.next_attempt_at <= clock_timestamp()
  AND (p.claimed_until IS NULL OR p.claimed_until <= clock_timestamp())
  AND (k.status <> 'disconnected' OR k.updated_at > now() - ${ENDING_HOURS}::int * interval '1 hour')
  AND k.app_slug NOT IN (
    SELECT o.app_slug FROM catalog.channel_push other JOIN catalog.channel_connection o ON o.id = other.connection_id
    WHERE other.claimed_until > clock_timestamp() AND other.places IS NULL
    GROUP BY o.app_slug HAVING count(*) >= ${AT_ONCE_PER_APP}::int)`.$castTo<boolean>();

function findDue(em: Transaction, connectionId: number) {
  return pushes(em)
    .select('p.failures')
    .where('p.connectionId', '=', connectionId)
    .where(IS_DUE)
    .forUpdate('p')
    .skipLocked()
    .executeTakeFirst();
}

const changedNights = (connectionId: number) =>
  sql`(SELECT unit_type_id, nights FROM catalog.channel_change WHERE connection_id = ${connectionId})`;

/** The move `lapse`: a message still under way after its lease ended counts as not received. */
const lapse = (db: Kysely<unknown>, connectionId: number) =>
  sql`
    WITH ended AS (
      UPDATE catalog.channel_message m SET outcome = ${UPDATE_MOVES.lapse.outcome}, answered_at = clock_timestamp(),
        problem = CASE m.outcome WHEN 'waiting' THEN 'The channel did not acknowledge it in time.'
          ELSE 'It is not known what became of it: its sender was interrupted.' END
      FROM catalog.channel_push p
      WHERE p.connection_id = ${connectionId} AND m.id = p.message_id
          AND m.outcome = ANY (${[...UPDATE_MOVES.lapse.from]}::text[])
      RETURNING m.problem)
    UPDATE catalog.channel_push p SET failures = p.failures + 1, last_error = ended.problem FROM ended
    WHERE p.connection_id = ${connectionId}`.execute(db);

/** Marks nights under way when the lease ended as changed, so that they're sent again. */
export const takeBack = (db: Kysely<unknown>, connectionId: number) =>
  sql`
    INSERT INTO catalog.channel_change AS d (connection_id, unit_type_id, nights, since)
    SELECT p.connection_id, own.key::int, own.value::datemultirange, coalesce(p.waiting_since, clock_timestamp())
    FROM catalog.channel_push p, jsonb_each_text(p.sending) AS own
    WHERE p.connection_id = ${connectionId}
    ON CONFLICT (connection_id, unit_type_id)
      DO UPDATE SET nights = d.nights + excluded.nights, since = least(d.since, excluded.since)`.execute(db);

const markAllNights = (db: Kysely<unknown>, connectionId: number) =>
  sql`
    INSERT INTO catalog.channel_change AS d (connection_id, unit_type_id, nights, since)
    SELECT DISTINCT r.connection_id, r.unit_type_id, '{(,)}'::datemultirange, coalesce(p.waiting_since, clock_timestamp())
    FROM catalog.channel_room r JOIN catalog.channel_push p USING (connection_id)
    WHERE r.connection_id = ${connectionId}
    ON CONFLICT (connection_id, unit_type_id) DO UPDATE SET nights = excluded.nights, since = least(d.since, excluded.since)`.execute(
    db,
  );

/** If not all nights were read, the rest starts after the last night read. */
function cutAt(nights: readonly SoldNight[], isCut: boolean, fitted: FittedChanges): FittedChanges {
  const last = nights.at(-1);
  if (!isCut || fitted.rest || !last) return fitted;
  const from = dayAfter(last.night);
  return { ...fitted, rest: { unitTypeId: last.unitTypeId, from } };
}

async function unmappedRates(
  em: Transaction,
  connectionId: number,
): Promise<readonly Pick<ChannelRate, 'room' | 'rate'>[]> {
  const rows = await tables(em)
    .selectFrom('channel_unmapped_room')
    .select(['channelRoomId as room', 'channelRateId'])
    .where('connectionId', '=', connectionId)
    .orderBy('channelRoomId')
    .orderBy('channelRateId')
    .limit(MAX_CHANNEL_ROOMS)
    .execute();
  return rows.map(({ room, channelRateId }) => ({ room, rate: channelRateId || null }));
}

/** A unit type's remaining nights after a message that ended before `rest`. */
const restOf = (rest: NonNullable<FittedChanges['rest']>) =>
  sql`CASE WHEN d.unit_type_id < ${rest.unitTypeId}::int THEN '{}'::datemultirange
    WHEN d.unit_type_id = ${rest.unitTypeId}::int THEN d.nights * datemultirange(daterange(${rest.from}::date, NULL))
    ELSE d.nights END`;

/**
 * The beginning of a statement that removes the sent nights from the changed ones; in it, `split` holds the
 * sent nights by unit type.
 */
const takenOut = (connectionId: number, rest: FittedChanges['rest']) => {
  const left = rest ? restOf(rest) : sql`'{}'::datemultirange`;
  return sql`split AS MATERIALIZED (
      SELECT d.unit_type_id, d.nights - ${left} AS told, ${left} AS kept FROM catalog.channel_change d
      WHERE d.connection_id = ${connectionId}
    ), gone AS (
      DELETE FROM catalog.channel_change d USING split
      WHERE d.connection_id = ${connectionId} AND d.unit_type_id = split.unit_type_id AND isempty(split.kept)
    ), cut AS (
      UPDATE catalog.channel_change d SET nights = split.kept FROM split
      WHERE d.connection_id = ${connectionId} AND d.unit_type_id = split.unit_type_id AND NOT isempty(split.kept)
    )`;
};

/** The move `claim`. */
async function markSending(
  db: Kysely<unknown>,
  { connectionId, fullWanted }: Due,
  { rest }: FittedChanges,
  message: {
    readonly id: string;
    readonly sequence: number;
    readonly mode: PushMode;
    readonly changes: number;
  },
): Promise<void> {
  await sql`
    WITH ${takenOut(connectionId, rest)}, message AS (
      INSERT INTO catalog.channel_message (id, connection_id, sequence, mode, changes, outcome, sent_at)
      VALUES (${message.id}, ${connectionId}, ${message.sequence}, ${message.mode}, ${message.changes},
        ${UPDATE_MOVES.claim.outcome}, clock_timestamp()))
    UPDATE catalog.channel_push p SET sequence = ${message.sequence}, message_id = ${message.id},
      sending = (SELECT coalesce(jsonb_object_agg(unit_type_id, told::text), '{}') FROM split WHERE NOT isempty(told)),
      places = NULL, full_wanted = false, full_running = p.full_running OR ${fullWanted},
      claimed_until = clock_timestamp() + ${LEASE_MS}::int * interval '1 millisecond'
    WHERE p.connection_id = ${connectionId}`.execute(db);
}

/** The move `drop`: the changes are past, beyond the horizon, or in rooms that the channel refuses. */
async function drop(
  db: Kysely<unknown>,
  { connectionId, fullWanted }: Due,
  { rest }: FittedChanges,
): Promise<void> {
  await sql`
    WITH ${takenOut(connectionId, rest)}
    UPDATE catalog.channel_push p SET full_wanted = false, full_running = (p.full_running OR ${fullWanted}) AND ${rest !== null},
      sending = NULL, places = NULL, message_id = NULL, claimed_until = NULL,
      next_attempt_at = ${rest ? sql`clock_timestamp()` : null}, waiting_since = ${rest ? sql.ref('p.waiting_since') : null}
    WHERE p.connection_id = ${connectionId}`.execute(db);
}
