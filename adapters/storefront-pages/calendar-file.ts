import type { BookingPageQuery } from './generated.ts';
import { dateValue, printed, stamp, text } from './icalendar.ts';
import { linkTo, type Visit } from './visit.ts';

type Booking = Pick<
  NonNullable<BookingPageQuery['bookingByPermalink']>,
  'reference' | 'status' | 'checkIn' | 'checkOut' | 'lines' | 'updatedAt' | 'version'
>;

const STATUS: Readonly<Record<Booking['status'], string>> = {
  held: 'TENTATIVE',
  confirmed: 'CONFIRMED',
  released: 'CANCELLED',
  cancelled: 'CANCELLED',
};

/**
 * Returns a booking as a calendar file (RFC 5545): an all-day event from check-in to check-out. Importing it
 * again after a change replaces the event (docs/interface/bookings.md#permalink).
 */
export function calendarFile(
  visit: Pick<Visit, 'storefront' | 'words' | 'chosen'>,
  booking: Booking,
  permalinkId: string,
): string {
  const { reference, status, checkIn, checkOut, lines, updatedAt, version } = booking;
  const { name, domain, baseUrl } = visit.storefront;
  const url = baseUrl + linkTo(visit, `/bookings/${permalinkId}`);
  const what = lines.map(({ title, quantity }) => (quantity === 1 ? title : `${quantity} × ${title}`));
  const content = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lodging platform//Bookings//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    // The reference can be shared; the permalink's id is a secret, so it must not appear here.
    `UID:${reference}@${domain}`,
    `SEQUENCE:${version}`,
    `DTSTAMP:${stamp(new Date(updatedAt))}`,
    `DTSTART;VALUE=DATE:${dateValue(checkIn)}`,
    `DTEND;VALUE=DATE:${dateValue(checkOut)}`,
    `SUMMARY:${text(`${what.join(', ')} (${name})`)}`,
    `DESCRIPTION:${text(`${visit.words.booking.title(reference)}\n${url}`)}`,
    `URL:${url}`,
    `STATUS:${STATUS[status]}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return printed(content);
}
