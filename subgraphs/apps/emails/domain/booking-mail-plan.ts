import type { BookingEvent, ChangeRequestEvent, EventName } from '#schema/events.ts';
import type { BookingMailTemplate } from './booking-mail.ts';

/** Booking events that trigger emails; updates only do so if they paid the balance or the guest changed the stay. */
export const MAILED_EVENTS = [
  'booking.created',
  'booking.confirmed',
  'booking.updated',
  'booking.cancelled',
  'booking.expired',
  'booking.change_requested',
  'booking.change_ended',
] as const satisfies readonly EventName[];
export type MailedEvent = (typeof MAILED_EVENTS)[number];
type BookingStatusEvent = Exclude<MailedEvent, `booking.change_${string}`>;

type Status = BookingEvent['status'];

/** Booking fields that decide who gets an email. */
export interface MailedBooking {
  /** Current status, possibly later than the event's. */
  readonly status: Status;
  /** True if a host or an app entered the booking: the guest booked elsewhere and gets emails from there. */
  readonly isEntered: boolean;
  /** For an entered booking, true if its guest gets emails about it. */
  readonly mailsGuest?: boolean;
  /** For an entered booking, true if its guest gets a link for paying. */
  readonly sendsLink?: boolean;
  readonly source: string;
  /** True if the event is a change that the guest made on the booking's page. */
  readonly isChange?: boolean;
  /** Status of the guest's request to change it; absent for other events. */
  readonly request?: ChangeRequestEvent['request']['status'];
}

/** Email template per recipient; null for no email. */
export interface MailPlan {
  readonly guest: BookingMailTemplate | null;
  readonly host: BookingMailTemplate | null;
}

/**
 * Resulting statuses and emails per event. Past states trigger no email, since the next state's email is on
 * its way.
 */
const MAILS: Readonly<Record<BookingStatusEvent, MailPlan & { readonly leaves: readonly Status[] }>> = {
  'booking.created': { leaves: ['held'], guest: 'guest-held', host: 'host-new' },
  'booking.confirmed': { leaves: ['confirmed'], guest: 'guest-confirmed', host: 'host-confirmed' },
  'booking.updated': { leaves: ['confirmed'], guest: 'guest-paid', host: 'host-paid' },
  'booking.cancelled': { leaves: ['cancelled'], guest: 'guest-cancelled', host: 'host-cancelled' },
  'booking.expired': { leaves: ['released'], guest: 'guest-released', host: null },
};

/** Emails per status of a request to change a booking. */
const REQUESTED: Readonly<Record<ChangeRequestEvent['request']['status'], MailPlan>> = {
  pending: { guest: 'guest-change-requested', host: 'host-change-requested' },
  declined: { guest: 'guest-change-declined', host: null },
  expired: { guest: 'guest-change-expired', host: null },
  accepted: { guest: null, host: null },
  withdrawn: { guest: null, host: null },
};

/** Emails about money received or paid back. */
const OF_MONEY: ReadonlySet<BookingMailTemplate | null> = new Set([
  'guest-confirmed',
  'guest-paid',
  'guest-refunded',
]);

/** True if an email carries the receipt. */
export const carriesReceipt = (template: BookingMailTemplate): boolean => OF_MONEY.has(template);

/** True if the event's email to the guest can carry the receipt. */
export const mayCarryReceipt = (event: MailedEvent): boolean =>
  Object.entries(MAILS).some(([name, { guest }]) => name === event && OF_MONEY.has(guest));

const CHANGED: MailPlan = { guest: 'guest-changed', host: 'host-changed' };
const NOTHING: MailPlan = { guest: null, host: null };

/** Decides who gets an email about a booking event (docs/interface/mails.md#bookings). */
export function planBookingMails(event: MailedEvent, booking: MailedBooking): MailPlan {
  if (event === 'booking.change_requested' || event === 'booking.change_ended') {
    return booking.request && booking.status === 'confirmed' ? REQUESTED[booking.request] : NOTHING;
  }
  const { leaves, guest, host } = MAILS[event];
  // Wherever it was booked, the guest made the change here.
  if (booking.isChange) return booking.status === 'confirmed' ? CHANGED : NOTHING;
  if (booking.isEntered) return planEntered(event, booking);
  const isNow = leaves.includes(booking.status);
  const isNew = event === 'booking.created' && booking.status === 'confirmed';
  return { guest: isNow ? guest : null, host: isNow || isNew ? host : null };
}

/** Events that concern an unpaid booking's link. */
const ABOUT_LINK: readonly MailedEvent[] = ['booking.created', 'booking.expired'];

/**
 * An entered booking's guest gets the link for paying, and other emails if its author asked for them. Hosts get
 * emails about app-entered bookings, but about their own entries only if the guest pays through the link.
 */
function planEntered(event: BookingStatusEvent, booking: MailedBooking): MailPlan {
  const { status, mailsGuest = false, sendsLink = false } = booking;
  const { leaves, guest } = MAILS[event];
  const tellsGuest = ABOUT_LINK.includes(event) ? sendsLink : mailsGuest;
  return {
    guest: tellsGuest && leaves.includes(status) ? guest : null,
    host: hostsMail(event, { ...booking, sendsLink }),
  };
}

function hostsMail(
  event: BookingStatusEvent,
  { source, status, sendsLink = false }: MailedBooking,
): BookingMailTemplate | null {
  const { leaves, host } = MAILS[event];
  const isPaid = event === 'booking.confirmed' || event === 'booking.updated';
  if (isPaid) return sendsLink && leaves.includes(status) ? host : null;
  if (source === 'host') return null;
  if (event === 'booking.created' && (status === 'confirmed' || status === 'held')) return 'host-new';
  return event === 'booking.cancelled' && status === 'cancelled' ? 'host-cancelled' : null;
}
