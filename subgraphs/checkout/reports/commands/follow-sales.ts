import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { addedUp, type BookingSales, cellsOf } from '../domain/cells.ts';
import {
  bookingsAfter,
  type ChangedSales,
  changedGuests,
  changedSales,
  movedSales,
  PROGRESS_COLUMNS,
  type Progress,
} from '../store/changed-bookings.ts';

/** Bookings, and guests, per transaction. */
const BATCH = 2_000;
/** Batches per team and run, so that a team's first run doesn't delay the other teams' for long. */
const BATCHES_PER_TURN = 5;

/**
 * Brings the sums for reports up to date with the bookings and guests that changed. Reports compute newer changes
 * themselves, so it can run late. Safe to repeat and to run concurrently. See docs/interface/reports.md#cost.
 */
export async function followSales(ctx: SubgraphContext): Promise<void> {
  let teams = await teamsBehind(ctx);
  while (teams.length > 0) {
    const left: number[] = [];
    for (const team of teams) {
      for (let turn = 0; turn < BATCHES_PER_TURN; turn++) {
        const isDone = await followBatch(ctx, team);
        if (isDone) break;
        if (turn === BATCHES_PER_TURN - 1) left.push(team);
      }
    }
    teams = left;
  }
}

/**
 * Finds teams whose newest booking or guest isn't in the sums, with two index look-ups for each team. `EXISTS` would scan
 * all bookings instead, because PostgreSQL expects an early match.
 */
async function teamsBehind(ctx: SubgraphContext): Promise<readonly number[]> {
  const { rows } = await sql<{ readonly id: number }>`
    WITH RECURSIVE teams AS (
      SELECT min(b.team_id) AS id FROM checkout.bookings b
      UNION ALL
      SELECT (SELECT min(b.team_id) FROM checkout.bookings b WHERE b.team_id > teams.id) FROM teams WHERE teams.id IS NOT NULL
    )
    SELECT teams.id FROM teams
    LEFT JOIN checkout.report_progress p ON p.team_id = teams.id
    LEFT JOIN LATERAL (
      SELECT updated_at, id FROM checkout.bookings WHERE team_id = teams.id ORDER BY updated_at DESC, id DESC LIMIT 1
    ) b ON true
    LEFT JOIN LATERAL (
      SELECT updated_at, id FROM checkout.contacts WHERE team_id = teams.id AND merged_into IS NULL
      ORDER BY updated_at DESC, id DESC LIMIT 1
    ) k ON true
    WHERE (b.updated_at, b.id) > (coalesce(p.bookings_at, '-infinity'), coalesce(p.booking_id, 0))
      OR (k.updated_at, k.id) > (coalesce(p.contacts_at, '-infinity'), coalesce(p.contact_id, 0))`.execute(
    statements(ctx),
  );
  return rows.map(({ id }) => id);
}

/** Adds a batch from a team's changes to its sums. Returns true if none is left, or if another process does it. */
function followBatch(ctx: SubgraphContext, teamId: number): Promise<boolean> {
  return inTransaction(ctx, async (em) => {
    const db = statements(em);
    await sql`INSERT INTO checkout.report_progress (team_id) VALUES (${teamId}) ON CONFLICT DO NOTHING`.execute(
      db,
    );
    const { rows } = await sql<Progress & { readonly before: string }>`
      SELECT ${PROGRESS_COLUMNS}, checkout.visible_before(${teamId})::text AS before
      FROM checkout.report_progress p WHERE p.team_id = ${teamId} FOR UPDATE SKIP LOCKED`.execute(db);
    const [at] = rows;
    if (!at) return true;
    const before = sql`${at.before}::timestamptz`;
    const bookings = await changedSales(
      em,
      sql`${bookingsAfter(teamId, at)} AND b.updated_at < ${before}`,
      BATCH,
    );
    const guests = await changedGuests(em, teamId, at, BATCH, at.before);
    const moved = await movedSales(em, guests, bookings, MOST_MOVED);
    await addSales(em, teamId, [...bookings, ...moved]);
    const lastBooking = bookings.at(-1);
    // The same guests come again if more of their bookings moved than fit.
    const lastGuest = moved.length < MOST_MOVED ? guests.at(-1) : undefined;
    await sql`UPDATE checkout.report_progress SET
        bookings_at = ${lastBooking?.changedAt ?? at.bookingsAt}::timestamptz, booking_id = ${lastBooking?.id ?? at.bookingId}::bigint,
        contacts_at = ${lastGuest?.changedAt ?? at.contactsAt}::timestamptz, contact_id = ${lastGuest?.id ?? at.contactId}::bigint
      WHERE team_id = ${teamId}`.execute(db);
    return bookings.length < BATCH && guests.length < BATCH && moved.length < MOST_MOVED;
  });
}

/** Bookings of guests with another country, per transaction. */
const MOST_MOVED = 5_000;

/** Replaces changed bookings' parts in a team's sums. */
async function addSales(em: Transaction, teamId: number, changed: readonly ChangedSales[]): Promise<void> {
  const moved = changed.filter(({ before, after }) => before !== null || after !== null);
  if (moved.length === 0) return;
  const signed = (sales: BookingSales | null, sign: 1 | -1) => (sales ? cellsOf(sales, sign) : []);
  const cells = addedUp(moved.flatMap(({ before, after }) => [...signed(before, -1), ...signed(after, 1)]));
  const db = statements(em);
  const texts = (field: 'basis' | 'dimension' | 'day' | 'key' | 'currency') =>
    cells.map((cell) => cell[field]);
  const numbers = (field: 'propertyId' | 'sold' | 'revenue' | 'bookings' | 'days') =>
    cells.map((cell) => cell[field]);
  if (cells.length > 0) {
    await sql`
      INSERT INTO checkout.report_cells AS c (team_id, basis, dimension, day, property_id, key, currency, sold, revenue, bookings, days)
      SELECT ${teamId}, n.* FROM unnest(${texts('basis')}::text[], ${texts('dimension')}::text[], ${texts('day')}::date[],
        ${numbers('propertyId')}::integer[], ${texts('key')}::text[], ${texts('currency')}::text[],
        ${numbers('sold')}::bigint[], ${numbers('revenue')}::bigint[], ${numbers('bookings')}::bigint[], ${numbers('days')}::bigint[]) n
      ON CONFLICT (team_id, basis, dimension, day, property_id, key, currency)
        DO UPDATE SET sold = c.sold + excluded.sold, revenue = c.revenue + excluded.revenue,
          bookings = c.bookings + excluded.bookings, days = c.days + excluded.days`.execute(db);
  }
  const gone = moved.filter(({ after }) => after === null).map(({ id }) => id);
  if (gone.length > 0) {
    await sql`DELETE FROM checkout.report_bookings WHERE booking_id = ANY (${gone}::bigint[])`.execute(db);
  }
  const kept = moved.filter(({ after }) => after !== null);
  await sql`
    INSERT INTO checkout.report_bookings (booking_id, team_id, sales)
    SELECT n.id, ${teamId}, n.sales::jsonb FROM unnest(${kept.map(({ id }) => id)}::bigint[],
      ${kept.map(({ after }) => JSON.stringify(after))}::text[]) n (id, sales)
    ON CONFLICT (booking_id) DO UPDATE SET sales = excluded.sales`.execute(db);
}
