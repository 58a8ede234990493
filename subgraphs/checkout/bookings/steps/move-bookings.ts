import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { TRANSITIONS, type Transition, type TransitionName } from '../domain/transitions.ts';
import { BOOKING_EVENT } from '../store/booking-event.ts';

/**
 * The one way in which bookings change their status: those of `which` that the transition starts from, all in one statement, and
 * the event of each. `also` is what changes with it, as `, column = value`. Where the status changes, catalog has yet to hear of
 * it. Bookings of a batch are locked by `which`.
 */
export async function moveBookings(
  ctx: SubgraphContext,
  em: Transaction,
  name: TransitionName,
  { which, also = sql`` }: { readonly which: RawBuilder<unknown>; readonly also?: RawBuilder<unknown> },
): Promise<readonly BookingEvent[]> {
  const { from, to, event, cause }: Transition = TRANSITIONS[name];
  const status = to === null ? sql`` : sql`, status = ${to}, nights_synced_at = NULL`;
  const { rows } = await sql<BookingEvent>`
    UPDATE checkout.bookings b SET version = version + 1, updated_at = ${ctx.clock.now()} ${status} ${also}
    WHERE ${which} AND b.status = ANY (${[...from]}::text[])
    RETURNING ${BOOKING_EVENT}`.execute(statements(em));
  for (const booking of rows) await publish(ctx, em, event, cause ? { ...booking, cause } : booking);
  if (to !== null) await ctx.services.checkout.hooks.bookingsMoved(ctx, em, rows);
  return rows;
}
