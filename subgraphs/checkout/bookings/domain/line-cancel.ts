import { costChangesAfter } from '#kit/cancellation.ts';
import type { Minor } from '#kit/money.ts';
import type { Booking } from '../../store/entities.ts';
import type { QuotedChange } from './quoted-change.ts';
import type { Terminable } from './refund.ts';

/** Cost of cancelling one line of a booking for its guest; `GuestLineCancelQuote` in the SDL. */
export interface LineCancelQuote {
  readonly fingerprint: string;
  readonly fee: Minor;
  readonly oldTotal: Minor;
  readonly total: Minor;
  readonly refund: Minor;
  readonly owed: Minor;
  readonly until: Date | null;
}

/**
 * Returns the cost of a line's priced cancellation. `refunded` is the amount that was refunded before, or is about to be.
 */
export function lineCancelQuote(
  booking: Terminable & Pick<Booking, 'paid'>,
  place: number,
  { agreed, oldTotal, total, fingerprint }: QuotedChange,
  { refunded, now }: { readonly refunded: Minor; readonly now: Date },
): LineCancelQuote {
  return {
    fingerprint,
    fee: agreed.dropped,
    oldTotal,
    total,
    refund: Math.max(0, Math.min(booking.paid, booking.paid - total) - refunded),
    owed: Math.max(0, total - booking.paid + refunded),
    until: lineCostLastsUntil(booking, place, now),
  };
}

/** Returns the last instant at which cancelling a line costs what it costs now; null if it costs that from now on. */
function lineCostLastsUntil({ lines, checkIn, timeZone }: Terminable, place: number, now: Date): Date | null {
  const terms = lines[place]?.cancellation;
  if (!terms) return null;
  const end = costChangesAfter(
    terms,
    { checkIn, timeZone },
    Temporal.Instant.fromEpochMilliseconds(now.getTime()),
  );
  return end === null ? null : new Date(end.epochMilliseconds);
}
