import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { BATCH, CHECK_IN, CHECK_OUT, type Day, recordDay } from '../steps/record-day.ts';

/**
 * Says of confirmed bookings that their check-in day has begun and that their guests are gone, once each. Safe to repeat.
 * See docs/interface/bookings.md#events.
 */
export async function recordDays(ctx: SubgraphContext): Promise<void> {
  for (const day of [CHECK_IN, CHECK_OUT]) while ((await recordDay(ctx, day, begun(ctx, day))) === BATCH);
}

/** Of which bookings a day has begun. No zone is more than a day ahead: that keeps the index of days in use. */
function begun(ctx: SubgraphContext, { day, hour }: Day): RawBuilder<unknown> {
  const now = ctx.clock.now();
  const date: RawBuilder<unknown> = sql.ref(day);
  return sql`${date} <= ${now}::timestamptz::date + 1
    AND (${date} + make_interval(hours => ${hour})) AT TIME ZONE usable_zone(time_zone) <= ${now}::timestamptz`;
}
