import type { BookingEvent, EventName } from '#schema/events.ts';
import type { BookingMailTemplate } from './booking-mail.ts';

/** Events of a booking that are mailed; of those that update it, the ones that paid its balance. */
export const MAILED_EVENTS = [
  'booking.created',
  'booking.confirmed',
  'booking.updated',
  'booking.cancelled',
  'booking.expired',
] as const satisfies readonly EventName[];
export type MailedEvent = (typeof MAILED_EVENTS)[number];

type Status = BookingEvent['status'];

/** What of a booking decides who is written to. */
export interface MailedBooking {
  /** As it is now, which may be later than the event. */
  readonly status: Status;
  /** A host or an app entered it: the guest booked elsewhere and hears from there. */
  readonly isEntered: boolean;
  readonly source: string;
}

/** What is written to whom; null for nothing. */
export interface MailPlan {
  readonly guest: BookingMailTemplate | null;
  readonly host: BookingMailTemplate | null;
}

/** The status each event leaves, and its mails. A state that has passed is not mailed: the mail of the next one is on its way. */
const MAILS: Readonly<Record<MailedEvent, MailPlan & { readonly leaves: readonly Status[] }>> = {
  'booking.created': { leaves: ['held'], guest: 'guest-held', host: 'host-new' },
  'booking.confirmed': { leaves: ['confirmed'], guest: 'guest-confirmed', host: 'host-confirmed' },
  'booking.updated': { leaves: ['confirmed'], guest: 'guest-paid', host: 'host-paid' },
  'booking.cancelled': { leaves: ['cancelled'], guest: 'guest-cancelled', host: 'host-cancelled' },
  'booking.expired': { leaves: ['released'], guest: 'guest-released', host: null },
};

const NOTHING: MailPlan = { guest: null, host: null };

/** Who is written to about an event of a booking (docs/interface/mails.md#bookings). */
export function planBookingMails(event: MailedEvent, booking: MailedBooking): MailPlan {
  const { leaves, guest, host } = MAILS[event];
  if (booking.isEntered) return planEntered(event, booking);
  const isNow = leaves.includes(booking.status);
  const isNew = event === 'booking.created' && booking.status === 'confirmed';
  return { guest: isNow ? guest : null, host: isNow || isNew ? host : null };
}

/** Hosts hear of what an app entered for a guest who booked elsewhere; what they entered themselves they know. */
function planEntered(event: MailedEvent, { source, status }: MailedBooking): MailPlan {
  if (source === 'host') return NOTHING;
  if (event === 'booking.created' && status === 'confirmed') return { guest: null, host: 'host-new' };
  if (event === 'booking.cancelled' && status === 'cancelled') return { guest: null, host: 'host-cancelled' };
  return NOTHING;
}
