import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, lockName, type Transaction } from '#db/transaction.ts';
import { languageOf } from '#kit/language.ts';
import { guestPage } from '#kit/storefront-origin.ts';
import { tables } from '../../store/tables.ts';
import type { BookingMail, BookingMailTemplate } from '../domain/booking-mail.ts';
import { planBookingMails } from '../domain/booking-mail-plan.ts';
import { greetingName } from '../domain/booking-mails.ts';
import { brandOf } from '../domain/mail-brand.ts';
import { STRANGERS_MAILS } from '../domain/mail-budget.ts';
import {
  type BookingToMailQuery,
  bookingToMailDocument,
  guestToMailDocument,
} from '../operations/generated.ts';
import { type BookingMailJob, readBookingMailJob } from '../outbox/booking-mail-job.ts';
import { mayMail } from '../outbox/may-mail.ts';
import { writeMail } from '../outbox/outbox.ts';
import { findBookingReaders } from '../store/booking-readers.ts';
import { eraseGuestMails } from './erase-guest-mails.ts';

type Booking = NonNullable<BookingToMailQuery['bookingToMail']>;

/**
 * Writes the emails for a booking's event, to its guest and to team members allowed to see it. The event's
 * transaction scheduled this job; repeated runs write each email only once. A guest erased concurrently gets
 * no email. See docs/interface/mails.md#bookings.
 */
export async function mailBooking(ctx: SubgraphContext, data: unknown): Promise<void> {
  const job = readBookingMailJob(data);
  const id = String(job.bookingId);
  const { bookingToMail: booking } = await ctx.execute(bookingToMailDocument, { id }, ctx);
  if (!booking) return;
  const { source, isEntered, mailsGuest, sendsLink, status } = booking;
  const isChange = job.changed !== undefined;
  const plan = planBookingMails(job.event, {
    status,
    isEntered,
    mailsGuest,
    sendsLink,
    source: source.kind,
    isChange,
    ...(job.request && { request: job.request.status }),
  });
  await inTransaction(ctx, async (em) => {
    await lockMailsOf(em, job);
    if (plan.guest !== null) await mailGuest(ctx, em, job, booking, variantOf(plan.guest, booking));
    if (plan.host !== null) await mailHosts(ctx, em, job, booking, plan.host);
  });
  const { bookingToMail: now } = await ctx.execute(guestToMailDocument, { id }, ctx);
  if (booking.guestEmail !== null && now?.guestEmail == null) {
    await eraseGuestMails(ctx, { bookingIds: [job.bookingId] });
  }
}

/** For a pay-at-property booking, the link confirms the booking instead of paying for it. */
const variantOf = (template: BookingMailTemplate, { payment }: Booking): BookingMailTemplate =>
  template === 'guest-held' && payment.mode === 'at_property' ? 'guest-held-at-property' : template;

/** True if the email requests payment or confirmation before the hold ends. */
const isOfHold = (template: BookingMailTemplate): boolean =>
  template === 'guest-held' || template === 'guest-held-at-property';

/** A booking's events write their emails in sequence, so that each can detect a later state. */
const lockMailsOf = (em: Transaction, { bookingId }: BookingMailJob) =>
  lockName(em, `booking mails ${bookingId}`);

/** Identifies the event, so that each email about it is written once. A request leaves the booking's version as it is. */
const keyOf = ({ bookingId, version, request }: BookingMailJob): string =>
  request ? `change-request/${request.id}/${request.status}` : `booking/${bookingId}/${version}`;

async function mailGuest(
  ctx: SubgraphContext,
  em: Transaction,
  job: BookingMailJob,
  booking: Booking,
  template: BookingMailTemplate,
): Promise<void> {
  const { bookingId, version } = job;
  const { guestEmail: to, storefront, permalinkId } = booking;
  if (to === null || storefront === null) return;
  if (!job.request && (await isOvertaken(em, bookingId, version))) return;
  const byStranger = isByStranger(template, booking);
  if (byStranger && !(await mayMail(ctx, em, to))) return;
  await dropEarlier(ctx, em, bookingId, version);
  await writeMail(ctx, em, {
    key: `${keyOf(job)}/guest`,
    to,
    template,
    params: {
      ...shown(booking, job, template),
      language: languageOf(booking.guestLocale),
      name: greetingName(booking.guestFirstName),
      guest: null,
    },
    brand: brandOf(storefront),
    link: guestPage(ctx, storefront.domain, `/bookings/${permalinkId}`, booking.guestLocale),
    bookingId,
    byStranger,
    ...(isOfHold(template) ? { expiresAt: new Date(booking.holdExpiresAt) } : {}),
  });
}

/** True if neither a payment nor a request's link has verified the address: anyone can book with any address. */
const isByStranger = (template: BookingMailTemplate, { payment, source }: Booking): boolean =>
  STRANGERS_MAILS.has(template) && payment.paid === 0 && source.kind !== 'request';

const TO_GUEST: RawBuilder<boolean> = sql`template LIKE 'guest-%'`;

/** True if the guest already received an email about a later state, which makes the earlier one useless. */
async function isOvertaken(em: Transaction, bookingId: number, version: number): Promise<boolean> {
  const later = await tables(em)
    .selectFrom('mails')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where(TO_GUEST)
    .where(sql`(params ->> 'version')::int`, '>', version)
    .executeTakeFirst();
  return later !== undefined;
}

/** Drops emails about an earlier state, even while sending, so that none is retried after its successor. */
async function dropEarlier(
  ctx: SubgraphContext,
  em: Transaction,
  bookingId: number,
  version: number,
): Promise<void> {
  await tables(em)
    .updateTable('mails')
    .set({ status: 'failed', endedAt: ctx.clock.now(), lastError: 'The booking has changed since.' })
    .set({ linkSealed: null, claimedUntil: null })
    .where('bookingId', '=', bookingId)
    .where(TO_GUEST)
    .where('status', '=', 'queued')
    .where(sql`(params ->> 'version')::int`, '<', version)
    .execute();
}

async function mailHosts(
  ctx: SubgraphContext,
  em: Transaction,
  job: BookingMailJob,
  booking: Booking,
  template: BookingMailTemplate,
): Promise<void> {
  const { bookingId, teamId, propertyId } = job;
  for (const { accountId, email, name, locale, team } of await findBookingReaders(em, {
    teamId,
    propertyId,
    kind: 'bookings',
  })) {
    await writeMail(ctx, em, {
      key: `${keyOf(job)}/${accountId}`,
      to: email,
      member: { accountId, teamId },
      template,
      params: {
        ...shown(booking, job, template),
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

/** Template values shared by all recipients. */
function shown(
  booking: Booking,
  { version, changed, request }: BookingMailJob,
  template: BookingMailTemplate,
): Omit<BookingMail, 'language' | 'name' | 'guest'> {
  const { property, storefront, party, source, holdExpiresAt, status, folio } = booking;
  const { test, reference, lines, checkIn, checkOut, currency, total, timeZone, payment } = booking;
  const isDue = status === 'held' && (isOfHold(template) || template === 'host-new');
  return {
    version,
    test,
    reference,
    lines,
    checkIn: request?.checkIn ?? checkIn,
    checkOut: request?.checkOut ?? checkOut,
    currency,
    total: request?.total ?? (changed ? (folio?.total ?? total) : total),
    ...(request ? requestOf(booking, request) : {}),
    ...(changed
      ? { change: { before: changed.total, dropped: changed.dropped, lostUnits: changed.lostUnits } }
      : {}),
    payment,
    ...(template.endsWith('-cancelled') ? cancellationOf(booking) : {}),
    timeZone,
    adults: request?.adults ?? party.adults,
    children: request?.children ?? party.children,
    property: property?.name ?? '',
    storefront: storefront?.name ?? '',
    requested: source.kind === 'request',
    arriveFrom: property?.checkInFrom ?? null,
    leaveBy: property?.checkOutUntil ?? null,
    until: isDue ? holdExpiresAt : (request?.expiresAt ?? null),
    contact: [property?.contact?.phone, property?.contact?.email].filter((way) => way != null),
  };
}

/** Fields of an email about a request to change a booking: the stay as it is, and what the change costs. */
function requestOf(
  { checkIn, checkOut, payment }: Booking,
  { total, difference, dropped, declineReason }: NonNullable<BookingMailJob['request']>,
): Pick<BookingMail, 'change' | 'request'> {
  return {
    change: { before: total - difference, dropped, lostUnits: [] },
    request: { checkIn, checkOut, difference, paid: payment.paid, message: declineReason },
  };
}

function cancellationOf({ cancellation, folio }: Booking): Pick<BookingMail, 'cancellation'> {
  if (!folio) return {};
  return {
    cancellation: {
      byGuest: cancellation?.by?.kind === 'guest',
      ...(cancellation?.freeUntil ? { freeUntil: cancellation.freeUntil } : {}),
      paid: folio.paid,
      fee: folio.total,
      refund: cancellation?.refundDue ?? null,
      owed: Math.max(0, folio.balance),
    },
  };
}
