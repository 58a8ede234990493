import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { CHECK_OUT_HOUR } from '#kit/dates.ts';
import type { BookingEvent } from '#schema/events.ts';
import { BOOKING_EVENT } from './bookings.ts';

/** Bookings of one transaction. */
export const BATCH = 100;

/** What happens to a confirmed booking with time, in the time zone of its property. */
export const CHECK_IN = {
  event: 'booking.checked_in',
  column: 'checked_in_at',
  day: 'check_in',
  hour: 0,
} as const;

export const CHECK_OUT = {
  event: 'booking.checked_out',
  column: 'checked_out_at',
  day: 'check_out',
  hour: CHECK_OUT_HOUR,
} as const;

/** The day a stay begins or ends. */
export type Day = typeof CHECK_IN | typeof CHECK_OUT;

/** Says it of one batch of those that `which` means, in one transaction; how many they were. */
export function recordDay(
  ctx: SubgraphContext,
  { event, column, day }: Day,
  which: RawBuilder<unknown>,
): Promise<number> {
  const now = ctx.clock.now();
  const noted: RawBuilder<unknown> = sql.ref(column);
  const date: RawBuilder<unknown> = sql.ref(day);
  return inTransaction(ctx, async (em) => {
    const { rows } = await sql<BookingEvent>`
      UPDATE checkout.bookings b SET ${noted} = ${now}, version = version + 1, updated_at = ${now}
      WHERE id IN (
        SELECT id FROM checkout.bookings
        WHERE status = 'confirmed' AND ${noted} IS NULL AND ${which}
        ORDER BY ${date} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )
      RETURNING ${BOOKING_EVENT}
    `.execute(statements(em));
    for (const booking of rows) await publish(ctx, em, event, booking);
    return rows.length;
  });
}
