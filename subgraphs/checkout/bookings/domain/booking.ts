import type { ViewedLine } from '../../domain/viewed-line.ts';
import type {
  BookingChannel,
  BookingPaymentStatus,
  BookingPayOutcome,
  BookingSource,
  BookingStatus,
} from '../../generated.ts';
import type { Booking } from '../../store/entities.ts';

/** A booking's fields that its checkout session shows. */
export type OrderFacts = Pick<Booking, 'reference' | 'permalinkId' | 'pincode' | 'holdExpiresAt' | 'status'>;

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
 * confirms the booking. `paysBalance`: it was meant for the balance, which no other money has changed since. `nightsTaken`: whether taking them again worked. See docs/interface/payments.md#resolving.
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

/**
 * The lines of a booking as callers read them: each with the dates of its nights, which are worked out where they are read, and the
 * units assigned to it.
 */
export function viewLines({
  lines,
  checkIn,
  assignedUnits,
}: Pick<Booking, 'lines' | 'checkIn' | 'assignedUnits'>): ViewedLine[] {
  return lines.map(({ nightly, cancellation: _terms, checkIn: own, ...line }, place) => ({
    ...line,
    get nightly() {
      const first = Temporal.PlainDate.from(own ?? checkIn);
      return nightly.map((amount, days) => ({ date: first.add({ days }), amount }));
    },
    units: assignedUnits.filter((unit) => unit.line === place).map(({ id, name }) => ({ id, name })),
  }));
}

/** What a channel said about a booking; null if none sold it. */
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

/** How an agent is called: the host name of its profile; null if it named none. */
export function agentHost(profile: string | null): string | null {
  return profile !== null && URL.canParse(profile) ? new URL(profile).hostname || null : null;
}
