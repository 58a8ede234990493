import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { Maybe } from '../../generated.ts';
import { type Booking, BookingEntity } from '../../store/entities.ts';
import { placeOf } from '../domain/entered-booking.ts';
import { beginLineCancel, quoteLineCancel } from './cancel-line.ts';
import { finishChange } from './finish-change.ts';

/** A line to cancel, and what its guest saw of the cost. */
interface SeenLine {
  readonly lineId: string;
  readonly refund: Maybe<number> | undefined;
  readonly fingerprint: Maybe<string> | undefined;
}

/**
 * Result for one line: `done` if the booking no longer has it, `last` if it's the booking's only one, `changed` if the
 * guest saw other amounts, or `contact_host`.
 */
export type LineCancelled = 'done' | 'last' | 'changed' | 'contact_host';

/** Attempts per cancellation while other changes to the same booking are in progress. */
const ATTEMPTS = 5;

/**
 * Cancels one line of a booking for its guest: its nights are released, and they're charged by the line's terms. The
 * other lines keep their prices. Nothing is cancelled if an amount differs from what the guest saw. Safe to repeat. See
 * docs/interface/bookings.md#cancelling-one-line.
 */
export async function cancelLineByGuest(
  ctx: SubgraphContext,
  id: number,
  { lineId, refund, fingerprint }: SeenLine,
): Promise<LineCancelled> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const booking: Booking = await reader(ctx).findOneOrFail(BookingEntity, { id });
    if (booking.changing) {
      await finishChange(ctx, id, booking.changing);
      continue;
    }
    const place = placeOf(booking, lineId);
    if (booking.status === 'cancelled' || booking.status === 'released' || place === -1) return 'done';
    if (booking.lines.length === 1) return fingerprint == null ? 'last' : 'changed';
    const priced = await quoteLineCancel(ctx, booking, place);
    if (!priced) return 'contact_host';
    const { quote, change } = priced;
    if (refund == null || quote.refund < refund || quote.fingerprint !== fingerprint) return 'changed';
    const begun = await beginLineCancel(ctx, booking, change);
    if (!begun) continue;
    const { userErrors } = await finishChange(ctx, id, begun);
    if (userErrors.length === 0) return 'done';
    if (userErrors.some(({ code }) => code !== 'CONFLICT')) return 'contact_host';
  }
  throw new Error('Failed to cancel a line because others kept changing its booking.');
}
