import type { Shown } from '../codec.ts';
import type { LodgingCheckoutFragment } from '../generated.ts';

/** Fields that a lodging session stores in addition to its lines. */
export type Lodging = NonNullable<LodgingCheckoutFragment['lodging']>;

/** Returns a session's lodging fields, which every session on this surface has. */
export function lodgingOf({ id, lodging }: LodgingCheckoutFragment): Lodging {
  if (!lodging) throw new Error(`Session ${id} isn't a lodging session.`);
  return lodging;
}

/** Session status on the wire: completed means confirmed, and an unpaid hold has expired. */
export type BookingStatus = ReturnType<typeof statusOf>;

export function statusOf({ session: { status, order, messages }, storefront }: Shown) {
  if (order && status === 'completed') return ORDERED[order.paymentStatus];
  const isOpen = status === 'incomplete' || status === 'ready_for_complete';
  // If the host confirms requests manually, this surface takes no bookings; guests submit requests on the
  // storefront instead.
  if (isOpen && !storefront.instantBooking && !messages.some(isAboutStays)) return 'requires_escalation';
  return status;
}

const ORDERED = {
  awaiting_payment: 'requires_escalation',
  paid: 'completed',
  released: 'canceled',
} as const;

const isAboutStays = ({ type, param }: LodgingCheckoutFragment['messages'][number]) =>
  type === 'error' && (param?.startsWith('$.line_items') === true || param?.startsWith('$.stays') === true);
