import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { languageOf } from '#kit/language.ts';
import { guestPage } from '#kit/storefront-origin.ts';
import type { BookingMail } from '../domain/booking-mail.ts';
import { greetingName } from '../domain/booking-mails.ts';
import { brandOf } from '../domain/mail-brand.ts';
import { REQUEST_MAILS } from '../domain/request-mail-plan.ts';
import {
  type RequestToMailQuery,
  requestGuestToMailDocument,
  requestToMailDocument,
} from '../operations/generated.ts';
import { writeMail } from '../outbox/outbox.ts';
import { readRequestMailJob } from '../outbox/request-mail-job.ts';
import { findBookingReaders } from '../store/booking-readers.ts';
import { eraseGuestMails } from './erase-guest-mails.ts';

type Request = NonNullable<RequestToMailQuery['bookingRequestToMail']>;
type Plan = (typeof REQUEST_MAILS)[keyof typeof REQUEST_MAILS];

/**
 * Writes the emails for a request's event, like `mailBooking` for bookings
 * (docs/interface/mails.md#requests).
 */
export async function mailRequest(ctx: SubgraphContext, data: unknown): Promise<void> {
  const { event, requestId: id, teamId } = readRequestMailJob(data);
  const { bookingRequestToMail: request } = await ctx.execute(requestToMailDocument, { id }, ctx);
  const plan = REQUEST_MAILS[event];
  if (request?.status !== plan.status) return;
  await inTransaction(ctx, (em) =>
    plan.to === 'guest' ? mailGuest(ctx, em, request, plan) : mailHosts(ctx, em, request, teamId),
  );
  const { bookingRequestToMail: now } = await ctx.execute(requestGuestToMailDocument, { id }, ctx);
  if (now?.guest.email == null) await eraseGuestMails(ctx, { requestIds: [id] });
}

async function mailGuest(ctx: SubgraphContext, em: Transaction, request: Request, { template }: Plan) {
  const { id, version, guest, storefront, verifyToken } = request;
  const to = guest.email;
  if (to === null || storefront === null) return;
  const isVerify = template === 'request-verify';
  await writeMail(ctx, em, {
    key: `request/${id}/${version}/guest`,
    to,
    template,
    params: {
      ...shown(request),
      language: languageOf(request.locale),
      name: greetingName(guest.firstName),
      guest: null,
      until: null,
    },
    brand: brandOf(storefront),
    link: guestPage(
      ctx,
      storefront.domain,
      `/requests/${id}${isVerify ? `/verify/${verifyToken}` : ''}`,
      request.locale,
    ),
    requestId: id,
    ...(isVerify ? { expiresAt: new Date(request.verifyBy) } : {}),
  });
}

async function mailHosts(ctx: SubgraphContext, em: Transaction, request: Request, teamId: number) {
  const { id, version, respondBy, guest } = request;
  const propertyId = Number(request.property?.id);
  const readers = await findBookingReaders(em, { teamId, propertyId, kind: 'requests' });
  for (const { accountId, email, name, locale, team } of readers) {
    await writeMail(ctx, em, {
      key: `request/${id}/${version}/${accountId}`,
      to: email,
      member: { accountId, teamId },
      template: 'host-request',
      params: {
        ...shown(request),
        language: languageOf(locale),
        name,
        guest: `${guest.firstName} ${guest.lastName}`,
        until: respondBy,
        contact: [],
      },
      link: `/panel/bookings/requests/${id}?team=${team}`,
      requestId: id,
      ...(respondBy === null ? {} : { expiresAt: new Date(respondBy) }),
    });
  }
}

/** Template values shared by all recipients. */
function shown(request: Request): Omit<BookingMail, 'language' | 'name' | 'guest' | 'until'> {
  const { version, test, reference, checkIn, checkOut, timeZone, nearest, party } = request;
  const { quote, property, storefront, title, units } = request;
  return {
    version,
    test,
    reference,
    checkIn,
    checkOut,
    ...quote,
    timeZone,
    nearest,
    ...party,
    property: property?.name ?? '',
    storefront: storefront?.name ?? '',
    requested: true,
    lines: [{ title, quantity: units }],
    arriveFrom: null,
    leaveBy: null,
    contact: [property?.contact?.phone, property?.contact?.email].filter((way) => way != null),
  };
}
