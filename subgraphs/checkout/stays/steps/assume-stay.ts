import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { moveBookings } from '../../bookings/steps/move-bookings.ts';
import { soilUnits } from '../../housekeeping/steps/follow-check-out.ts';
import { BookingEntity } from '../../store/entities.ts';
import { STAY_STATE } from '../../store/stay-state.ts';

/** Bookings per transaction. */
export const BATCH = 100;

/** An arrival without a person at the desk. */
export const ARRIVAL = {
  transition: 'checkIn',
  from: 'expected',
  to: 'in_house',
  day: 'check_in',
  column: 'stay_checked_in_at',
} as const;
export const DEPARTURE = {
  transition: 'checkOut',
  from: 'in_house',
  to: 'departed',
  day: 'check_out',
  column: 'stay_checked_out_at',
} as const;

/** A move of a stay that the platform makes at the property's times. */
export type AssumedMove = typeof ARRIVAL | typeof DEPARTURE;

/** Marks the departed bookings' units as dirty. */
async function soilUnitsOf(
  ctx: SubgraphContext,
  em: Transaction,
  moved: readonly { readonly bookingId: number }[],
): Promise<void> {
  const ids = moved.map(({ bookingId }) => bookingId);
  for (const booking of await em.find(BookingEntity, { id: ids }, { orderBy: { id: 'asc' } })) {
    await soilUnits(ctx, em, booking, booking.stayCheckedOutAt ?? ctx.clock.now());
  }
}

/** Bookings to move, the time to record for booking `b`, and additional columns to set. */
interface Assumed {
  readonly which: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
  readonly also?: RawBuilder<unknown>;
}

/**
 * Moves the stays of one batch of the bookings in `which`, in its own transaction, and publishes the events.
 * Returns their number.
 */
export function assumeStays(
  ctx: SubgraphContext,
  { transition, from, to, day, column }: AssumedMove,
  { which, at, also = sql`` }: Assumed,
): Promise<number> {
  return inTransaction(ctx, async (em) => {
    const due = sql`b.id IN (
      SELECT id FROM checkout.bookings
      WHERE status = 'confirmed' AND ${STAY_STATE} = ${from} AND ${which}
      ORDER BY ${sql.ref(day)} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )`;
    const set = sql`, stay_state = ${to}, stay_assumed = true, ${sql.ref(column)} = ${at} ${also}`;
    const moved = await moveBookings(ctx, em, transition, { which: due, also: set });
    if (to === 'departed') await soilUnitsOf(ctx, em, moved);
    return moved.length;
  });
}
