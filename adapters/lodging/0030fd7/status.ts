import type { Shown } from '../codec.ts';
import type { LodgingCheckoutFragment } from '../generated.ts';

/** What a session of the lodging surface keeps beside its lines. */
export type Lodging = NonNullable<LodgingCheckoutFragment['lodging']>;

/** A session of this surface has it always. */
export function lodgingOf({ id, lodging }: LodgingCheckoutFragment): Lodging {
  if (!lodging) throw new Error(`Session ${id} is not of the lodging surface.`);
  return lodging;
}

/** Status of a session on the wire: completed means confirmed, and a hold that no one paid is over. */
export type BookingStatus = ReturnType<typeof statusOf>;

export function statusOf({ session: { status, order, messages }, storefront }: Shown) {
  if (order && status === 'completed') return ORDERED[order.paymentStatus];
  const isOpen = status === 'incomplete' || status === 'ready_for_complete';
  // A host who answers by hand takes no bookings here, only the guest's request on the storefront.
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
