import { type Kysely, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { KEPT_MINUTES } from '../../stays/read-model/night-log.ts';
import { tables } from '../../store/tables.ts';
import type { Noted } from './notes.ts';

/**
 * A full refresh runs within this many minutes after the property's midnight, spread over connections. If a
 * rate plan has a booking window, the refresh runs right at midnight, because that's when the window moves.
 */
const NIGHTLY_MINUTES = 180;

/**
 * A unit type's state when its nights were last marked: if any part of it changes, all its nights may have
 * changed.
 */
const STATE =
  sql`concat_ws(' ', u.revision, u.active, u.held_back, u.archived_at IS NULL, y.archived_at IS NULL,
  s.closed_at IS NULL, s.team_closing, s.team_suspended, s.suspended_at IS NULL)`.$castTo<string>();

interface Changed {
  readonly unit_type_id: number;
  readonly nights: string;
  readonly since: string;
}

/** Checks to run in addition to the one for changed nights. */
export interface LookFor {
  /** Owners whose unit types may have changed; null if there are none. */
  readonly noted: Noted | null;
  /** True to check for new days. */
  readonly days: boolean;
}

/**
 * Marks changes since the last run, for every connection that sells them: nights from the log that each
 * changing transaction writes (db/migrations, catalog-changes), all nights for a changed unit type, and all
 * nights once a day. Only one process runs at a time: `busy` if another does, `quiet` if nothing needs
 * sending, `idle` if no channel gets updates.
 */
export async function lookForChanges(
  ctx: Pick<SubgraphContext, 'db'>,
  { noted, days }: LookFor,
): Promise<'done' | 'quiet' | 'busy' | 'idle'> {
  const { hasChannels, changed, due } = await glance(ctx);
  if (!hasChannels) return 'idle';
  if (!noted && !days && !changed) return due ? 'done' : 'quiet';
  return inTransaction(ctx, async (em) => {
    if (!(await lookAtLog(em))) return 'busy';
    if (noted) await markChangedUnitTypes(em, noted);
    if (days) await markNewDays(statements(em));
    return 'done';
  });
}

/**
 * Checks for a channel, relevant log entries, and due updates, in one statement without a transaction of its
 * own, since there is usually nothing else to do. Irrelevant entries wait for the next check for new days.
 */
async function glance(ctx: Pick<SubgraphContext, 'db'>) {
  const { rows } = await sql`
    SELECT EXISTS (SELECT FROM catalog.channel_push) AS "hasChannels", NOT EXISTS (
      SELECT FROM catalog.channel_look l WHERE l.at >= now() - ${KEPT_MINUTES / 2}::float8 * interval '1 minute'
        AND NOT EXISTS (SELECT FROM catalog.night_change c
          WHERE c.xid >= pg_snapshot_xmin(l.snapshot) AND NOT pg_visible_in_snapshot(c.xid, l.snapshot)
            AND EXISTS (SELECT FROM catalog.channel_room r WHERE r.unit_type_id = c.unit_type_id))) AS changed,
      EXISTS (SELECT FROM catalog.channel_push p WHERE p.next_attempt_at <= clock_timestamp()) AS due`
    .$castTo<{ readonly hasChannels: boolean; readonly changed: boolean; readonly due: boolean }>()
    .execute(statements(ctx));
  return rows[0] ?? { hasChannels: false, changed: false, due: false };
}

/** Reads the night log; false if another process is reading it. */
async function lookAtLog(em: Transaction): Promise<boolean> {
  const db = statements(em);
  const last = await em
    .getKysely<{ 'catalog.channel_look': { snapshot: string; at: Date } }>()
    .selectFrom('catalog.channel_look')
    .select([
      sql`snapshot::text`.$castTo<string>().as('snapshot'),
      sql`at < now() - ${KEPT_MINUTES / 2}::float8 * interval '1 minute'`.$castTo<boolean>().as('isOld'),
    ])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!last) {
    // This is the very first run, or the database crashed and lost the log.
    const { rows: first } = await sql`
      INSERT INTO catalog.channel_look (snapshot, at) VALUES (pg_current_snapshot(), now())
      ON CONFLICT DO NOTHING RETURNING one`.execute(db);
    if (first.length === 0) return false;
    await markEverything(db);
    return true;
  }
  // Neither a timestamp nor a sequence works, since their values commit out of order; we use rows invisible
  // to the last run's snapshot.
  const look = await tables(em)
    .selectNoFrom([
      sql`pg_current_snapshot()::text`.$castTo<string>().as('snapshot'),
      sql`pg_snapshot_xmax(${last.snapshot}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())`
        .$castTo<boolean>()
        .as('isBehind'),
      changedSince(last.snapshot).as('changed'),
    ])
    .executeTakeFirstOrThrow();
  // The log is short and its transaction ids count within one cluster: a dump may have come from another
  // cluster.
  if (last.isOld || look.isBehind) await markEverything(db);
  else if (look.changed) await markNights(db, look.changed);
  await sql`UPDATE catalog.channel_look SET snapshot = ${look.snapshot}::pg_snapshot, at = now()`.execute(db);
  return true;
}

/** Nights of mapped unit types with changes invisible to a snapshot. */
const changedSince = (snapshot: string) =>
  sql`(SELECT json_agg(changed) FROM (
    SELECT c.unit_type_id, range_agg(daterange(c.first_night, c.last_night, '[]'))::text AS nights, min(c.changed_at) AS since
    FROM catalog.night_change c
    WHERE c.xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) AND NOT pg_visible_in_snapshot(c.xid, ${snapshot}::pg_snapshot)
      AND EXISTS (SELECT FROM catalog.channel_room r WHERE r.unit_type_id = c.unit_type_id)
    GROUP BY c.unit_type_id) AS changed)`.$castTo<readonly Changed[] | null>();

async function markNights(db: Kysely<unknown>, changed: readonly Changed[]): Promise<void> {
  const ids = changed.map(({ unit_type_id: id }) => id);
  // Locked before its dependent rows, in the same order as in every sender.
  await sql`
    SELECT FROM catalog.channel_push p
    WHERE p.connection_id IN (SELECT r.connection_id FROM catalog.channel_room r WHERE r.unit_type_id = ANY (${ids}::int[]))
    ORDER BY p.connection_id FOR UPDATE`.execute(db);
  await sql`
    WITH marked AS (
      INSERT INTO catalog.channel_change AS d (connection_id, unit_type_id, nights, since)
      SELECT DISTINCT r.connection_id, c.unit_type_id, c.nights, c.since
      FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS c (unit_type_id int, nights datemultirange, since timestamptz)
      JOIN catalog.channel_room r USING (unit_type_id)
      JOIN catalog.channel_push p USING (connection_id)
      JOIN catalog.channel_connection k ON k.id = r.connection_id AND k.status = 'active'
      ORDER BY r.connection_id, c.unit_type_id
      ON CONFLICT (connection_id, unit_type_id)
        DO UPDATE SET nights = d.nights + excluded.nights, since = least(d.since, excluded.since)
      RETURNING d.connection_id, d.since)
    UPDATE catalog.channel_push p SET next_attempt_at = coalesce(p.next_attempt_at, clock_timestamp()),
      waiting_since = least(p.waiting_since, m.since)
    FROM (SELECT connection_id, min(since) AS since FROM marked GROUP BY connection_id) AS m
    WHERE p.connection_id = m.connection_id`.execute(db);
}

/** Marks every night for the unit types named in a notification, if they changed or were never sent. */
async function markChangedUnitTypes(
  em: Transaction,
  { everything, storefronts, connections: mapped }: Noted,
): Promise<void> {
  const db = statements(em);
  const rows = await tables(em)
    .selectFrom('channel_push as p')
    .innerJoin('channel_connection as k', 'k.id', 'p.connectionId')
    .innerJoin('channel_room as r', 'r.connection', 'k.id')
    .innerJoin('unit_type as u', 'u.id', 'r.unitType')
    .innerJoin('property as y', 'y.id', 'u.property')
    .innerJoin('storefront as s', 's.id', 'y.storefront')
    .select(['p.connectionId', 'r.unitType', STATE.as('state')])
    .distinct()
    .where('k.status', '=', 'active')
    .where('r.seen', 'is distinct from', STATE)
    .$if(!everything, (rooms) =>
      rooms.where(
        sql`(y.storefront_id = ANY (${storefronts}::int[]) OR p.connection_id = ANY (${mapped}::int[]))`.$castTo<boolean>(),
      ),
    )
    .orderBy('p.connectionId')
    .orderBy('r.unitType')
    .execute();
  if (rows.length === 0) return;
  const connections = rows.map(({ connectionId }) => connectionId);
  const unitTypes = rows.map(({ unitType }) => unitType);
  await sql`
    SELECT FROM catalog.channel_push WHERE connection_id = ANY (${connections}::int[]) ORDER BY connection_id FOR UPDATE`.execute(
    db,
  );
  await sql`
    WITH changed AS (
      SELECT * FROM unnest(${connections}::int[], ${unitTypes}::int[], ${rows.map(({ state }) => state)}::text[])
        AS c (connection_id, unit_type_id, state)
    ), known AS (
      UPDATE catalog.channel_room r SET seen = c.state FROM changed c
      WHERE r.connection_id = c.connection_id AND r.unit_type_id = c.unit_type_id
    ), marked AS (
      INSERT INTO catalog.channel_change AS d (connection_id, unit_type_id, nights, since)
      SELECT connection_id, unit_type_id, '{(,)}', clock_timestamp() FROM changed
      ON CONFLICT (connection_id, unit_type_id) DO UPDATE SET nights = excluded.nights)
    UPDATE catalog.channel_push p SET next_attempt_at = coalesce(p.next_attempt_at, clock_timestamp()),
      waiting_since = coalesce(p.waiting_since, clock_timestamp())
    WHERE p.connection_id IN (SELECT connection_id FROM changed)`.execute(db);
}

const WANT_FULL = sql`full_wanted = true, next_attempt_at = coalesce(p.next_attempt_at, clock_timestamp()),
  waiting_since = coalesce(p.waiting_since, clock_timestamp())`;

const markEverything = (db: Kysely<unknown>) =>
  sql`UPDATE catalog.channel_push p SET ${WANT_FULL} FROM catalog.channel_connection k
    WHERE k.id = p.connection_id AND k.status = 'active'`.execute(db);

/** True if connection `k` sells under a rate plan with a booking window. */
const HAS_WINDOW = sql`EXISTS (
  SELECT FROM catalog.channel_room r JOIN catalog.unit_type u ON u.id = r.unit_type_id
  LEFT JOIN catalog.channel_rate c ON c.connection_id = r.connection_id AND c.channel_room_id = r.channel_room_id
  JOIN catalog.rate_plan t ON t.id = coalesce(c.rate_plan_id, u.rate_plan_id)
  WHERE r.connection_id = k.id AND (t.min_advance IS NOT NULL OR t.max_advance IS NOT NULL))`;

/**
 * A new day adds nights, and its full refresh also corrects errors that went unnoticed. Booking windows are
 * checked only on a new day.
 */
const markNewDays = (db: Kysely<unknown>) =>
  sql`UPDATE catalog.channel_push p SET ${WANT_FULL}, full_day = today.day
    FROM catalog.channel_connection k JOIN catalog.property y ON y.id = k.property_id,
      LATERAL (SELECT ((now() - CASE WHEN ${HAS_WINDOW} THEN 0 ELSE k.id % ${NIGHTLY_MINUTES}::int END * interval '1 minute') AT TIME ZONE usable_zone(y.time_zone))::date AS day) AS today
    WHERE k.id = p.connection_id AND k.status = 'active' AND p.full_day < (now() AT TIME ZONE usable_zone(y.time_zone))::date
      AND p.full_day < today.day`.execute(db);
