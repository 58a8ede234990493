import { isOver } from '#kit/dates.ts';
import type { Minor } from '#kit/money.ts';
import type { PercentTax } from '../../folio/domain/added-taxes.ts';
import type { Booking } from '../../store/entities.ts';
import { cancellationCosts, costLastsUntil, hasTerms, type Refundable } from './refund.ts';

/** Booking fields that determine if its guest can cancel it, and at what cost. */
export type GuestCancellable = Refundable & Pick<Booking, 'channelConnectionId' | 'stayState'>;

/** Cost of a cancellation for the guest; `GuestCancelQuote` in the SDL. */
export interface GuestCancelQuote {
  readonly fee: Minor;
  readonly refund: Minor;
  readonly owed: Minor;
  readonly until: Date | null;
}

/**
 * True if the guest can cancel the booking: it hasn't ended, the desk hasn't recorded an arrival or a
 * no-show, its check-in day isn't over, no channel sold it, and its terms determine the refund. Without terms, only an unpaid booking can be cancelled.
 */
export const guestCanCancel = (booking: Omit<GuestCancellable, 'charges'>, now: Date): boolean =>
  (booking.status === 'held' || booking.status === 'confirmed') &&
  !isOver(booking.checkIn, booking.timeZone, now) &&
  (booking.stayState === null || booking.stayState === 'expected') &&
  booking.channelConnectionId === null &&
  (hasTerms(booking) || booking.paid === 0);

/**
 * Returns the cost of a guest's cancellation; null if the guest can't cancel. `refunded` is the amount that was
 * refunded before, or is about to be.
 */
export function guestCancelQuote(
  booking: GuestCancellable,
  {
    refunded,
    taxes,
    now,
  }: { readonly refunded: Minor; readonly taxes: readonly PercentTax[]; readonly now: Date },
): GuestCancelQuote | null {
  if (!guestCanCancel(booking, now)) return null;
  const { owed, refundDue } = cancellationCosts(booking, now, taxes) ?? { owed: 0, refundDue: booking.paid };
  return {
    fee: owed,
    refund: Math.max(0, refundDue - refunded),
    owed: Math.max(0, owed - booking.paid + refunded),
    until: costLastsUntil(booking, now),
  };
}
