import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { BATCH, CHECK_IN, CHECK_OUT, type Day, recordDay } from '../steps/record-day.ts';

/**
 * Records when a confirmed booking's check-in day begins and when its guests have left, once each. Safe to
 * repeat. See docs/interface/bookings.md#events.
 */
export async function recordDays(ctx: SubgraphContext): Promise<void> {
  for (const day of [CHECK_IN, CHECK_OUT]) while ((await recordDay(ctx, day, begun(ctx, day))) === BATCH);
}

/**
 * Selects bookings whose day has begun. No time zone is more than a day ahead, so this bound lets PostgreSQL
 * use the day index.
 */
function begun(ctx: SubgraphContext, { day, hour }: Day): RawBuilder<unknown> {
  const now = ctx.clock.now();
  const date: RawBuilder<unknown> = sql.ref(day);
  return sql`${date} <= ${now}::timestamptz::date + 1
    AND (${date} + make_interval(hours => ${hour})) AT TIME ZONE usable_zone(time_zone) <= ${now}::timestamptz`;
}
