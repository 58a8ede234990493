import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { followRelease } from '../../folio/steps/follow-release.ts';
import { TRANSITIONS, type Transition, type TransitionName } from '../domain/transitions.ts';
import { BOOKING_EVENT } from '../store/booking-event.ts';

/**
 * Changes booking statuses; all status changes use this function. One statement moves every booking in
 * `which` with a matching source status, and publishes an event for each. `also` sets additional columns, as
 * `, column = value`. A status change marks the nights for catalog's update. Batches lock their bookings in
 * `which`.
 */
export async function moveBookings(
  ctx: SubgraphContext,
  em: Transaction,
  name: TransitionName,
  { which, also = sql`` }: { readonly which: RawBuilder<unknown>; readonly also?: RawBuilder<unknown> },
): Promise<readonly BookingEvent[]> {
  const { from, to, event, cause }: Transition = TRANSITIONS[name];
  const status = to === null ? sql`` : sql`, status = ${to}, nights_synced_at = NULL`;
  // Without this, `checkout.keep_charged` takes a cancellation for one by the previous release.
  const isCancelling = to === 'cancelled' || from.some((source) => source === 'cancelled');
  const folio = isCancelling ? sql`, folio_version = folio_version + 1` : sql``;
  const { rows } = await sql<BookingEvent>`
    UPDATE checkout.bookings b SET version = version + 1, updated_at = ${ctx.clock.now()} ${status} ${folio} ${also}
    WHERE ${which} AND b.status = ANY (${[...from]}::text[])
    RETURNING ${BOOKING_EVENT}`.execute(statements(em));
  for (const booking of rows) await publish(ctx, em, event, cause ? { ...booking, cause } : booking);
  if (to === 'released' || from.some((status) => status === 'released')) {
    await followRelease(
      ctx,
      em,
      rows.map(({ bookingId }) => bookingId),
    );
  }
  if (to !== null) await ctx.services.checkout.hooks.bookingsMoved(ctx, em, rows);
  return rows;
}
