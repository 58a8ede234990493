import type { BookingPaymentStatus, BookingPayOutcome, BookingSource, BookingStatus } from '../generated.ts';
import type { Booking } from '../store/entities.ts';
import type { ViewedLine } from './viewed-line.ts';

const PAYMENT_STATUS = {
  held: 'awaiting_payment',
  confirmed: 'paid',
  released: 'released',
  cancelled: 'released',
} as const satisfies Record<BookingStatus, BookingPaymentStatus>;

/** What a guest or agent reads about the money of a booking. */
export const paymentStatusOf = (status: BookingStatus): BookingPaymentStatus => PAYMENT_STATUS[status];

/**
 * What money means to a booking in this status; null if its nights must be taken again first. `covers`: it is at least what
 * the booking costs. `nightsTaken`: whether taking them again worked. See docs/interface/payments.md#resolving.
 */
export function payOutcome(
  status: BookingStatus,
  covers: boolean,
  nightsTaken: boolean | null,
): BookingPayOutcome | null {
  switch (status) {
    case 'held':
      return covers ? 'confirmed' : 'amount_too_low';
    case 'confirmed':
      return 'already_paid';
    case 'cancelled':
      return 'booking_cancelled';
    case 'released':
      if (!covers) return 'amount_too_low';
      return nightsTaken === null ? null : nightsTaken ? 'confirmed' : 'booking_released';
  }
}

/** The lines of a booking as callers read them: each with the dates of its nights and the units assigned to it. */
export function viewLines({
  lines,
  checkIn,
  assignedUnits,
}: Pick<Booking, 'lines' | 'checkIn' | 'assignedUnits'>): ViewedLine[] {
  const first = Temporal.PlainDate.from(checkIn);
  return lines.map(({ nightly, cancellation: _terms, ...line }, place) => ({
    ...line,
    nightly: nightly.map((amount, days) => ({ date: first.add({ days }), amount })),
    units: assignedUnits.filter((unit) => unit.line === place).map(({ id, name }) => ({ id, name })),
  }));
}

/** Where a booking came from, as callers read it. */
export const viewSource = ({
  sourceKind: kind,
  sourceName: name,
  sourceExternalId: externalId,
}: Pick<Booking, 'sourceKind' | 'sourceName' | 'sourceExternalId'>): BookingSource => ({
  kind,
  name,
  externalId,
});
