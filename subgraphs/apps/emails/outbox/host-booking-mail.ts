import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { languageOf } from '#kit/language.ts';
import type { BookingMailTemplate } from '../domain/booking-mail.ts';
import { findBookingReaders } from '../store/booking-readers.ts';
import { type BookingToMail, type DescribedBooking, shownIn } from './guest-booking-mail.ts';
import { writeMail } from './outbox.ts';

/** An email about a booking to its team. */
interface HostBookingMail {
  /** Each member gets only the first email with a given key. */
  readonly key: string;
  readonly described: DescribedBooking & { readonly teamId: number; readonly propertyId: number };
  readonly booking: BookingToMail;
  readonly template: BookingMailTemplate;
}

/** Writes an email about a booking to the members who may read it. */
export async function mailHosts(
  ctx: SubgraphContext,
  em: Transaction,
  { key, described, booking, template }: HostBookingMail,
): Promise<void> {
  const { bookingId, teamId, propertyId } = described;
  for (const { accountId, email, name, locale, team } of await findBookingReaders(em, {
    teamId,
    propertyId,
    kind: 'bookings',
  })) {
    await writeMail(ctx, em, {
      key: `${key}/${accountId}`,
      to: email,
      member: { accountId, teamId },
      template,
      params: {
        ...shownIn(booking, described, template),
        language: languageOf(locale),
        name,
        guest: `${booking.guestFirstName} ${booking.guestLastName}`,
        contact: [],
      },
      link: `/panel/bookings/${bookingId}?team=${team}`,
      bookingId,
    });
  }
}
