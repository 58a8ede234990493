import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { CHECK_OUT_HOUR } from '#kit/dates.ts';
import { moveBookings } from './move-bookings.ts';

/** Bookings per transaction. */
export const BATCH = 100;

/** Check-in of a confirmed booking, in its property's time zone. */
export const CHECK_IN = {
  transition: 'checkIn',
  column: 'checked_in_at',
  day: 'check_in',
  hour: 0,
} as const;

export const CHECK_OUT = {
  transition: 'checkOut',
  column: 'checked_out_at',
  day: 'check_out',
  hour: CHECK_OUT_HOUR,
} as const;

/** The day on which a stay begins or ends. */
export type Day = typeof CHECK_IN | typeof CHECK_OUT;

/** Records the day for one batch of the bookings in `which`, in its own transaction. Returns their number. */
export function recordDay(
  ctx: SubgraphContext,
  { transition, column, day }: Day,
  which: RawBuilder<unknown>,
): Promise<number> {
  const now = ctx.clock.now();
  const noted: RawBuilder<unknown> = sql.ref(column);
  const date: RawBuilder<unknown> = sql.ref(day);
  return inTransaction(ctx, async (em) => {
    const begun = sql`b.id IN (
      SELECT id FROM checkout.bookings
      WHERE status = 'confirmed' AND ${noted} IS NULL AND ${which}
      ORDER BY ${date} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )`;
    return (await moveBookings(ctx, em, transition, { which: begun, also: sql`, ${noted} = ${now}` })).length;
  });
}
