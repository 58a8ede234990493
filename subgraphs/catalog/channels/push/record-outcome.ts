import { type Kysely, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { type Recording, retryInMs } from '#db/jobs/lease-states.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import type { ChangePlace } from '../domain/channel-message.ts';
import {
  ACKNOWLEDGE_MS,
  type AriFault,
  isRetried,
  type NotReceived,
  PUSH_RETRIES,
  type Received,
  stopsRoom,
} from '../domain/push-outcome.ts';
import { type MessageMove, UPDATE_MOVES } from '../domain/update-states.ts';
import { awaitsFirstFull } from '../store/channel-push.ts';
import { activateConnection } from './activate-connection.ts';
import { takeBack } from './claim-message.ts';

/** A message with a known outcome. */
export interface Answered {
  readonly id: string;
  readonly connectionId: number;
  readonly places: readonly ChangePlace[];
}

/**
 * Records an attempt and its effects: a connection becomes active once its channel has accepted all nights.
 * Returns false, without a change, if another message is under way.
 */
export async function recordOutcome(
  ctx: SubgraphContext,
  message: Answered,
  recording: Recording<Received, NotReceived>,
): Promise<boolean> {
  const recorded = await record(ctx, message, recording);
  if (recorded === 'first_full') await activateConnection(ctx, message.connectionId);
  return recorded !== 'stale';
}

function record(
  ctx: SubgraphContext,
  message: Answered,
  recording: Recording<Received, NotReceived>,
): Promise<'stale' | 'recorded' | 'first_full'> {
  return inTransaction(ctx, async (em) => {
    const db = statements(em);
    const push = await tables(em)
      .selectFrom('channel_push')
      .select(['failures', 'lastFullAt'])
      .where('connectionId', '=', message.connectionId)
      .where('messageId', '=', message.id)
      .forUpdate()
      .executeTakeFirst();
    if (!push) return 'stale';
    const { move, status, problem } = await recordPush(db, message, recording, push.failures + 1);
    const { outcome, from } = UPDATE_MOVES[move];
    await sql`
      UPDATE catalog.channel_message SET outcome = ${outcome}, status = coalesce(${status}, status), problem = ${problem},
        answered_at = clock_timestamp()
      WHERE id = ${message.id} AND outcome = ANY (${[...from]}::text[])`.execute(db);
    const isAccepted = move === 'accept' || move === 'accept_partly';
    const awaitedFull = push.lastFullAt === null && isAccepted;
    return awaitedFull && !(await awaitsFirstFull(em, message.connectionId)) ? 'first_full' : 'recorded';
  });
}

/** The message's move and its log entry. */
interface Moved {
  readonly move: MessageMove;
  readonly status: number | null;
  readonly problem: string | null;
}

async function recordPush(
  db: Kysely<unknown>,
  message: Answered,
  recording: Recording<Received, NotReceived>,
  failures: number,
): Promise<Moved> {
  switch (recording.move) {
    case 'finish': {
      const { faults, status } = recording.done;
      if (faults === null) return defer(db, message, status);
      const problem = describe(faults, message.places);
      await accept(db, message, faults, { problem, failures });
      return { move: problem === null ? 'accept' : 'accept_partly', status, problem };
    }
    case 'give_up':
      return fail(db, message, { move: 'refuse', ...(recording.problem ?? INTERRUPTED), waitMs: null });
    case 'retry':
      return fail(db, message, { move: 'fail', ...recording.problem, waitMs: recording.inMs });
    case 'postpone':
      return fail(db, message, { move: 'fail', ...INTERRUPTED, waitMs: recording.inMs });
  }
}

const INTERRUPTED: NotReceived = { problem: 'was not called', status: null };

/** The move `defer`: the channel acknowledges the message later. */
async function defer(
  db: Kysely<unknown>,
  { connectionId, places }: Answered,
  status: number | null,
): Promise<Moved> {
  await sql`
    UPDATE catalog.channel_push SET places = ${JSON.stringify(places)}::jsonb,
      claimed_until = clock_timestamp() + ${ACKNOWLEDGE_MS}::int * interval '1 millisecond'
    WHERE connection_id = ${connectionId}`.execute(db);
  return { move: 'defer', status, problem: null };
}

interface Failure extends NotReceived {
  readonly move: 'fail' | 'refuse';
  /** Milliseconds until the next message; null if none follows. */
  readonly waitMs: number | null;
}

/** The moves `fail` and `refuse`. */
async function fail(
  db: Kysely<unknown>,
  { connectionId }: Answered,
  { move, status, waitMs, ...told }: Failure,
): Promise<Moved> {
  const problem = `The app ${told.problem}.`;
  await takeBack(db, connectionId);
  await sql`
    UPDATE catalog.channel_push SET sending = NULL, places = NULL, message_id = NULL, claimed_until = NULL,
      failures = failures + 1, last_error = ${problem},
      next_attempt_at = clock_timestamp() + ${waitMs}::int * interval '1 millisecond'
    WHERE connection_id = ${connectionId}`.execute(db);
  return { move, status, problem };
}

/** The moves `accept` and `accept_partly`: the channel accepted all changes except those with errors. */
async function accept(
  db: Kysely<unknown>,
  { connectionId, places }: Answered,
  faults: readonly AriFault[],
  { problem, failures }: { readonly problem: string | null; readonly failures: number },
): Promise<void> {
  const retried = new Set(faults.filter(isRetried).map(({ change }) => change));
  const again = retried.size > 0;
  const left = [...retried].flatMap((change) => {
    const [, unitTypeId, first, last] = places[change] ?? [];
    return unitTypeId == null ? [] : [{ unit_type_id: unitTypeId, first, last }];
  });
  const stopped = stoppedBy(faults, places);
  const closed = places.flatMap(([room, unitTypeId, , , rate], change) =>
    unitTypeId === null && !retried.has(change) ? [[room, rate ?? ''] as const] : [],
  );
  await sql`
    INSERT INTO catalog.channel_change AS d (connection_id, unit_type_id, nights, since)
    SELECT ${connectionId}::int, own.unit_type_id, range_agg(daterange(own.first, own.last, '[]')), clock_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(left)}::jsonb) AS own (unit_type_id int, first date, last date)
    GROUP BY own.unit_type_id
    ON CONFLICT (connection_id, unit_type_id) DO UPDATE SET nights = d.nights + excluded.nights`.execute(db);
  if (stopped.rooms.length > 0)
    await sql`UPDATE catalog.channel_room SET problem = 'The channel does not know the room.'
      WHERE connection_id = ${connectionId} AND channel_room_id = ANY (${stopped.rooms}::text[])`.execute(db);
  if (stopped.rates.length > 0)
    await sql`UPDATE catalog.channel_rate SET problem = 'The channel does not know the rate.'
      WHERE connection_id = ${connectionId} AND (channel_room_id, channel_rate_id) IN (${pairs(stopped.rates)})`.execute(
      db,
    );
  if (closed.length > 0)
    await sql`DELETE FROM catalog.channel_unmapped_room
      WHERE connection_id = ${connectionId} AND (channel_room_id, channel_rate_id) IN (${pairs(closed)})`.execute(
      db,
    );
  const waitMs = again ? retryInMs(PUSH_RETRIES, failures, Math.random()) : 0;
  await sql`
    UPDATE catalog.channel_push p SET sending = NULL, places = NULL, message_id = NULL, claimed_until = NULL,
      failures = ${again ? failures : 0}, last_accepted_at = clock_timestamp(), last_error = ${problem},
      full_running = p.full_running AND rest.since IS NOT NULL,
      last_full_at = CASE WHEN p.full_running AND rest.since IS NULL AND NOT p.full_wanted THEN clock_timestamp() ELSE p.last_full_at END,
      waiting_since = CASE WHEN p.full_wanted OR rest.closing THEN coalesce(rest.since, clock_timestamp()) ELSE rest.since END,
      next_attempt_at = CASE WHEN p.full_wanted OR rest.closing OR rest.since IS NOT NULL
        THEN clock_timestamp() + ${waitMs}::int * interval '1 millisecond' END
    FROM (
      SELECT (SELECT min(since) FROM catalog.channel_change WHERE connection_id = ${connectionId}) AS since,
        EXISTS (SELECT FROM catalog.channel_unmapped_room WHERE connection_id = ${connectionId}) AS closing) AS rest
    WHERE p.connection_id = ${connectionId}`.execute(db);
}

type RoomAndRate = readonly [room: string, rate: string];

const pairs = (all: readonly RoomAndRate[]) =>
  sql`SELECT * FROM unnest(${all.map(([room]) => room)}::text[], ${all.map(([, rate]) => rate)}::text[])`;

/** Rooms that a channel doesn't know, and unknown rates in known rooms. */
function stoppedBy(faults: readonly AriFault[], places: readonly ChangePlace[]) {
  const rooms: string[] = [];
  const rates: RoomAndRate[] = [];
  for (const fault of faults.filter(stopsRoom)) {
    const [room, , , , rate] = places[fault.change] ?? [];
    if (room === undefined) continue;
    if (rate && fault.code === 'unknown_rate') rates.push([room, rate]);
    else rooms.push(room);
  }
  return { rooms, rates };
}

/** Text for the host about the errors: it describes only the first one. */
function describe(faults: readonly AriFault[], places: readonly ChangePlace[]): string | null {
  const [first] = faults;
  if (!first) return null;
  const place = places[first.change];
  const rate = place?.[4] ? `, rate ${place[4]}` : '';
  const of = place ? ` for room ${place[0]}${rate}, ${place[2]} to ${place[3]}` : '';
  const more = faults.length > 1 ? ` and ${faults.length - 1} more` : '';
  return `The channel returned ${first.code}${of}${more}${first.message ? `: ${first.message}` : '.'}`;
}
