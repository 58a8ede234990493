import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** NOTIFY channel; its payload names a connection with due updates, as `connection {id}`. */
export const PUSH_CHANNEL = 'catalog_channels';

/** An app's accepted availability, rates and restrictions; null for an app that accepts none. */
export interface Pushed {
  readonly features: readonly string[];
  readonly horizonDays: number;
  /** True if the app can return its channel's copy. */
  readonly comparable: boolean;
}

/**
 * Saves the updates that a connection's channel gets: either the updates that its app declares now, limited
 * to the connection's own horizon, or none.
 */
export async function keepPush(em: Transaction, connectionId: number, pushed: Pushed | null): Promise<void> {
  const db = statements(em);
  if (pushed === null) {
    await sql`DELETE FROM catalog.channel_push WHERE connection_id = ${connectionId}`.execute(db);
    return;
  }
  const { features, horizonDays, comparable } = pushed;
  await sql`
    INSERT INTO catalog.channel_push AS p (connection_id, features, horizon_days, comparable)
    SELECT c.id, ${[...features]}::text[], least(c.horizon_days, ${horizonDays}::int), ${comparable}::boolean
    FROM catalog.channel_connection c WHERE c.id = ${connectionId}
    ON CONFLICT (connection_id) DO UPDATE SET features = excluded.features, horizon_days = excluded.horizon_days,
      comparable = excluded.comparable`.execute(db);
}

/** True if a channel gets nights but has never accepted all of them. */
export async function awaitsFirstFull(em: Transaction, connectionId: number): Promise<boolean> {
  const push = await tables(em)
    .selectFrom('channel_push')
    .select('lastFullAt')
    .where('connectionId', '=', connectionId)
    .executeTakeFirst();
  return push !== undefined && push.lastFullAt === null;
}

/**
 * Sends everything to a channel again immediately, and resets its delay and failure count. A connection needs
 * this when it starts selling, and to close the channel when it stops; has no effect if the app doesn't
 * accept updates.
 */
export async function pushEverything(em: Transaction, connectionId: number): Promise<void> {
  const db = statements(em);
  const { rows } = await sql`
    UPDATE catalog.channel_push p SET full_wanted = true, next_attempt_at = clock_timestamp(), failures = 0,
      waiting_since = coalesce(p.waiting_since, clock_timestamp()),
      full_day = (clock_timestamp() AT TIME ZONE usable_zone(property.time_zone))::date
    FROM catalog.channel_connection c JOIN catalog.property ON property.id = c.property_id
    WHERE p.connection_id = ${connectionId} AND c.id = p.connection_id
    RETURNING p.connection_id`.execute(db);
  if (rows.length === 0) return;
  await sql`
    WITH rates AS (UPDATE catalog.channel_rate SET problem = NULL WHERE connection_id = ${connectionId} AND problem IS NOT NULL)
    UPDATE catalog.channel_room SET problem = NULL WHERE connection_id = ${connectionId} AND problem IS NOT NULL`.execute(
    db,
  );
  await sql`SELECT pg_notify(${PUSH_CHANNEL}, ${`connection ${connectionId}`})`.execute(db);
}

/**
 * Keeps unmapped rooms and rates, so that the channel closes them. Closing a whole room replaces the closings
 * of its individual rates.
 */
export async function closeRooms(
  em: Transaction,
  connectionId: number,
  mapped: readonly {
    readonly channelRoomId: string;
    readonly rates: readonly { readonly channelRateId: string }[];
  }[],
): Promise<void> {
  const rooms = mapped.map(({ channelRoomId }) => channelRoomId);
  const rates = mapped.flatMap(({ channelRoomId, rates }) =>
    rates.map(({ channelRateId }) => ({ room: channelRoomId, rate: channelRateId })),
  );
  await sql`
    WITH room AS (
      SELECT unnest(${rooms}::text[]) AS id
    ), rate AS (
      SELECT * FROM unnest(${rates.map(({ room }) => room)}::text[], ${rates.map(({ rate }) => rate)}::text[]) AS own (room_id, id)
    ), by_rates AS (
      SELECT room_id FROM rate WHERE id <> ''
    ), mapped AS (
      DELETE FROM catalog.channel_unmapped_room o
      WHERE o.connection_id = ${connectionId} AND CASE o.channel_rate_id
        WHEN '' THEN o.channel_room_id IN (SELECT id FROM room)
        ELSE (o.channel_room_id, o.channel_rate_id) IN (SELECT room_id, id FROM rate)
          OR o.channel_room_id IN (SELECT id FROM room EXCEPT SELECT room_id FROM by_rates) END
    )
    INSERT INTO catalog.channel_unmapped_room (connection_id, channel_room_id, channel_rate_id)
    SELECT gone.connection_id, gone.channel_room_id, gone.channel_rate_id FROM (
      SELECT r.connection_id, r.channel_room_id, '' AS channel_rate_id FROM catalog.channel_room r
      WHERE r.channel_room_id NOT IN (SELECT id FROM room)
      UNION ALL
      SELECT c.connection_id, c.channel_room_id, c.channel_rate_id FROM catalog.channel_rate c
      WHERE c.channel_rate_id <> '' AND c.channel_room_id IN (SELECT room_id FROM by_rates)
        AND (c.channel_room_id, c.channel_rate_id) NOT IN (SELECT room_id, id FROM rate)) AS gone
    JOIN catalog.channel_push p USING (connection_id)
    WHERE gone.connection_id = ${connectionId}
    ON CONFLICT DO NOTHING`.execute(statements(em));
}
