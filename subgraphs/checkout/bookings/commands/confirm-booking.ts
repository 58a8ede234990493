import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { type BookingResult, refuseBooking } from '../../errors.ts';
import { enterPayment } from '../../folio/steps/enter-payment.ts';
import { lockBooking } from '../../folio/store/entries.ts';
import { BookingEntity } from '../../store/entities.ts';
import { nextPayment } from '../domain/booking-payment.ts';
import { syncNightsNow } from '../operations/sync-nights.ts';
import { inConfirmation } from '../operations/units-to-fill.ts';
import { confirmLocked } from '../steps/fill-units.ts';
import { moveBookings } from '../steps/move-bookings.ts';
import { reachesBooking } from '../store/entered-bookings.ts';

/**
 * Records a guest's payment outside the platform: the amount due now, which confirms a held booking, or a
 * confirmed booking's balance. A fully paid booking doesn't change. `NOT_FOUND` for another team's booking,
 * `STALE_VERSION` if it changed since it was read, `BOOKING_RELEASED` or `BOOKING_CANCELLED` if the payment
 * is too late. Catalog updates the nights immediately or during the next sweep.
 */
export async function confirmBooking(
  ctx: SubgraphContext,
  id: string,
  version: number | null,
): Promise<BookingResult> {
  const teamId = ctx.viewer.kind === 'hostUser' ? ctx.viewer.teamId : null;
  const bookingId = parseWideId(id);
  const none = refuseBooking('NOT_FOUND', 'This team has no such booking.');
  if (teamId === null || bookingId === null || !(await reachesBooking(ctx, bookingId))) return none;

  const recorded = await record(ctx, { bookingId, teamId, version });
  const booking = await reader(ctx).findOne(BookingEntity, { id: bookingId, teamId });
  if (!booking) return none;
  if (recorded === 'confirm') await syncNightsNow(ctx, booking);
  if (recorded === null && version !== null && booking.version !== version)
    return refuseBooking('STALE_VERSION', STALE);
  if (booking.status === 'confirmed') return { booking, userErrors: [] };
  return booking.status === 'cancelled'
    ? refuseBooking('BOOKING_CANCELLED', 'The booking was cancelled and cannot be confirmed.')
    : refuseBooking('BOOKING_RELEASED', "The booking wasn't paid in time, so its nights were released.");
}

const STALE = 'The booking has changed since you read it. Read it again.';

/** A payment that the host only marks as received. */
const OUTSIDE = { method: 'other', reference: null, paymentSessionId: null, accepted: true } as const;

interface Recording {
  readonly bookingId: number;
  readonly teamId: number;
  /** Null to accept any version. */
  readonly version: number | null;
}

/**
 * Confirms a held booking or records a confirmed booking's balance, and publishes the event; null if the
 * booking is fully paid.
 */
function record(
  ctx: SubgraphContext,
  { bookingId, teamId, version }: Recording,
): Promise<'confirm' | 'payBalance' | null> {
  return inConfirmation(ctx, bookingId, async (em, units) => {
    const booking = await lockBooking(em, teamId, bookingId);
    if (!booking || (version !== null && booking.version !== version)) return null;
    const amount = nextPayment(booking);
    const move = booking.status === 'held' ? 'confirm' : booking.status === 'confirmed' ? 'payBalance' : null;
    if (move === null || (move === 'payBalance' && amount === 0)) return null;
    if (amount > 0) await enterPayment(ctx, em, booking, { ...OUTSIDE, amount, receivedAt: ctx.clock.now() });
    if (move === 'confirm') await confirmLocked(ctx, em, bookingId, { units });
    else await moveBookings(ctx, em, move, { which: sql`id = ${bookingId}::bigint` });
    return move;
  });
}
