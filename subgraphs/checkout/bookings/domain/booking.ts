import type { LineBooking, ViewedLine } from '../../domain/viewed-line.ts';
import type {
  BookingChannel,
  BookingPaymentStatus,
  BookingPayOutcome,
  BookingSource,
  BookingStatus,
} from '../../generated.ts';
import type { Booking } from '../../store/entities.ts';
import { lineId } from './entered-booking.ts';

/** A booking's fields in its checkout session. */
export type OrderFacts = Pick<Booking, 'reference' | 'permalinkId' | 'pincode' | 'holdExpiresAt' | 'status'>;

const PAYMENT_STATUS = {
  held: 'awaiting_payment',
  confirmed: 'paid',
  released: 'released',
  cancelled: 'released',
} as const satisfies Record<BookingStatus, BookingPaymentStatus>;

/** Payment status shown to guests and agents. */
export const paymentStatusOf = (status: BookingStatus): BookingPaymentStatus => PAYMENT_STATUS[status];

/**
 * Decides a payment's outcome from the booking's status; null if its nights must be taken again first.
 * `covers`: the payment is at least the confirming amount. `paysBalance`: it was for the balance, and no
 * other payment has changed it since. `nightsTaken`: taking the nights again succeeded. See
 * docs/interface/payments.md#resolving.
 */
export function payOutcome(
  status: BookingStatus,
  { covers, paysBalance }: { readonly covers: boolean; readonly paysBalance: boolean },
  nightsTaken: boolean | null,
): BookingPayOutcome | null {
  switch (status) {
    case 'held':
      return covers ? 'confirmed' : 'amount_too_low';
    case 'confirmed':
      return paysBalance ? 'balance_paid' : 'already_paid';
    case 'cancelled':
      return 'booking_cancelled';
    case 'released':
      if (!covers) return 'amount_too_low';
      return nightsTaken === null ? null : nightsTaken ? 'confirmed' : 'booking_released';
  }
}

/** Returns a booking's lines for callers, with assigned units and each line's night dates, computed on read. */
export function viewLines(booking: LineBooking): ViewedLine[] {
  const { lines, checkIn, assignedUnits } = booking;
  return lines.map(({ nightly, cancellation: _terms, checkIn: own, ...line }, place) => ({
    ...line,
    lineId: lineId(line, place),
    place,
    of: booking,
    get nightly() {
      const first = Temporal.PlainDate.from(own ?? checkIn);
      return nightly.map((amount, days) => ({ date: first.add({ days }), amount }));
    },
    units: assignedUnits
      .filter((unit) => unit.line === place)
      .map(({ id, name, from = null, until = null }) => ({ id, name, from, until })),
  }));
}

/** Returns the channel's details for a booking; null if it wasn't sold by a channel. */
export function viewChannel({
  channelConnectionId,
  channelRevision: revision,
  channel,
}: Pick<Booking, 'channelConnectionId' | 'channelRevision' | 'channel'>): BookingChannel | null {
  if (channelConnectionId === null || revision === null || channel === null) return null;
  const { notes: _theirs, guest: _guest, bookedAt, ...kept } = channel;
  return {
    ...kept,
    lineIds: [...(kept.lineIds ?? [])],
    childAges: (kept.childAges ?? []).map((ages) => [...ages]),
    revision,
    connectionId: String(channelConnectionId),
    bookedAt: bookedAt === null ? null : new Date(bookedAt),
  };
}

/** Returns a booking's source for callers. */
export const viewSource = ({
  sourceKind: kind,
  sourceName: name,
  sourceExternalId: externalId,
}: Pick<Booking, 'sourceKind' | 'sourceName' | 'sourceExternalId'>): BookingSource => ({
  kind,
  name,
  externalId,
});

/** Returns an agent's display name: its profile's host name; null if it has no profile. */
export function agentHost(profile: string | null): string | null {
  return profile !== null && URL.canParse(profile) ? new URL(profile).hostname || null : null;
}
