import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { CHECK_OUT_HOUR } from '#kit/dates.ts';
import { STAY_STATE } from '../../store/stay-state.ts';
import { type AssumedStayTimesQuery, assumedStayTimesDocument } from '../operations/generated.ts';
import { ARRIVAL, type AssumedMove, assumeStays, BATCH, DEPARTURE } from '../steps/assume-stay.ts';

/**
 * Records when a confirmed booking's check-in day begins and when it's 11:00 on its check-out day, once each.
 * Then assumes arrivals and departures at the times of properties without manual check-in. Safe to repeat. See
 * docs/interface/stays.md#assumed.
 */
export async function recordDays(ctx: SubgraphContext): Promise<void> {
  for (const day of [CHECK_IN, CHECK_OUT]) while ((await recordDay(ctx, day)) === BATCH);
  for (const move of [ARRIVAL, DEPARTURE]) await assumeDue(ctx, move);
}

const CHECK_IN = { column: 'checked_in_at', day: 'check_in', hour: 0 } as const;
const CHECK_OUT = { column: 'checked_out_at', day: 'check_out', hour: CHECK_OUT_HOUR } as const;

/** Records the day for one batch of bookings; returns their number. The day alone doesn't move a stay. */
async function recordDay(
  ctx: SubgraphContext,
  { column, day, hour }: typeof CHECK_IN | typeof CHECK_OUT,
): Promise<number> {
  const now = ctx.clock.now();
  const recorded: RawBuilder<unknown> = sql.ref(column);
  const begins = sql`(${sql.ref(day)} + make_interval(hours => ${hour})) AT TIME ZONE usable_zone(time_zone)`;
  const { numAffectedRows = 0n } = await sql`
    UPDATE checkout.bookings SET ${recorded} = ${begins}, stay_state = ${STAY_STATE}, updated_at = ${now}
    WHERE id IN (
      SELECT id FROM checkout.bookings
      WHERE status = 'confirmed' AND ${recorded} IS NULL AND ${begunBy(now, sql.ref(day))} AND ${begins} <= ${now}::timestamptz
      ORDER BY ${sql.ref(day)} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )`.execute(statements(ctx));
  return Number(numAffectedRows);
}

/** No time zone is more than a day ahead, so this bound lets PostgreSQL use the day index. */
const begunBy = (now: Date, day: RawBuilder<unknown>) => sql`${day} <= ${now}::timestamptz::date + 1`;

/** Assumes one kind of move for every stay that is due, at its property's time. */
async function assumeDue(ctx: SubgraphContext, move: AssumedMove): Promise<void> {
  const now = ctx.clock.now();
  const waits = sql`stay_state = ${sql.lit(move.from)} AND ${begunBy(now, sql.ref(move.day))}
    AND coalesce(assume_after, ${now}::timestamptz) <= ${now}::timestamptz`;
  const { rows } = await sql<{ readonly id: number }>`
    SELECT DISTINCT property_id AS id FROM checkout.bookings WHERE status = 'confirmed' AND ${waits}`.execute(
    statements(ctx),
  );
  if (rows.length === 0) return;
  const propertyIds = rows.map(({ id }) => String(id));
  const { assumedStayTimes: times } = await ctx.execute(assumedStayTimesDocument, { propertyIds }, ctx);
  const ids = sql`${times.map(({ propertyId }) => Number(propertyId))}::int[]`;
  const at = sql`(${sql.ref(move.day)} + (${hoursOf(times, move)}::time[])[array_position(${ids}, property_id)])
    AT TIME ZONE usable_zone(time_zone)`;
  const which = sql`${waits} AND property_id = ANY (${ids}) AND ${at} <= ${now}::timestamptz`;
  while ((await assumeStays(ctx, move, { which, at })) === BATCH);
}

/** Returns the time of a move for each property. */
const hoursOf = (times: AssumedStayTimesQuery['assumedStayTimes'], { transition }: AssumedMove) =>
  times.map((time) => time[transition]);
