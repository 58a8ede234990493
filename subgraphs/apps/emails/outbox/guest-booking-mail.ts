import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { lockName, type Transaction } from '#db/transaction.ts';
import { languageOf } from '#kit/language.ts';
import { guestPage } from '#kit/storefront-origin.ts';
import { tables } from '../../store/tables.ts';
import type { BookingMail, BookingMailTemplate } from '../domain/booking-mail.ts';
import { carriesReceipt } from '../domain/booking-mail-plan.ts';
import { greetingName } from '../domain/booking-mails.ts';
import { brandOf } from '../domain/mail-brand.ts';
import { STRANGERS_MAILS } from '../domain/mail-budget.ts';
import type { BookingToMailQuery } from '../operations/generated.ts';
import type { BookingMailJob } from './booking-mail-job.ts';
import { mayMail } from './may-mail.ts';
import { writeMail } from './outbox.ts';

/** A booking with the fields that its emails show. */
export type BookingToMail = NonNullable<BookingToMailQuery['bookingToMail']>;

/** The state of a booking that an email describes. */
export type DescribedBooking = Pick<BookingMailJob, 'bookingId' | 'version' | 'changed' | 'request'> &
  Pick<BookingMail, 'refund'>;

/** A booking's events write their emails in sequence, so that each can detect a later state. */
export const lockMailsOf = (em: Transaction, { bookingId }: Pick<DescribedBooking, 'bookingId'>) =>
  lockName(em, `booking mails ${bookingId}`);

/** An email about a booking to its guest. */
interface GuestBookingMail {
  /** Only the first email with a given key is written. */
  readonly key: string;
  readonly described: DescribedBooking;
  readonly booking: BookingToMail;
  readonly template: BookingMailTemplate;
}

/**
 * Result of writing an email to a guest: `overtaken` if an email about a later state exists, `limited` if the address's
 * budget is used up.
 */
export type GuestMailOutcome = 'written' | 'no_address' | 'no_storefront' | 'overtaken' | 'limited';

/** Writes an email about a booking to its guest, and drops emails about earlier states. */
export async function mailGuest(
  ctx: SubgraphContext,
  em: Transaction,
  { key, described, booking, template: about }: GuestBookingMail,
): Promise<GuestMailOutcome> {
  const { bookingId, version } = described;
  const { guestEmail: to, storefront, permalinkId } = booking;
  if (to === null) return 'no_address';
  if (storefront === null) return 'no_storefront';
  const template = variantOf(about, booking);
  if (!described.request && !described.refund && (await isOvertaken(em, bookingId, version)))
    return 'overtaken';
  const byStranger = isByStranger(template, booking);
  if (byStranger && !(await mayMail(ctx, em, to))) return 'limited';
  await dropEarlier(ctx, em, bookingId, version);
  await writeMail(ctx, em, {
    key,
    to,
    template,
    params: {
      ...shownIn(booking, described, template),
      language: languageOf(booking.guestLocale),
      name: greetingName(booking.guestFirstName),
      ...(carriesReceipt(template) ? receiptIn(booking) : {}),
      guest: null,
    },
    brand: brandOf(storefront),
    link: guestPage(ctx, storefront.domain, `/bookings/${permalinkId}`, booking.guestLocale),
    bookingId,
    byStranger,
    ...(isOfHold(template) ? { expiresAt: new Date(booking.holdExpiresAt) } : {}),
  });
  return 'written';
}

function receiptIn({ receipt }: BookingToMail): Pick<BookingMail, 'receipt'> {
  if (!receipt || receipt.payments.length === 0) return {};
  const { issuer, taxes, payments } = receipt;
  return { receipt: { issuer, taxes, payments } };
}

/** For a pay-at-property booking, the link confirms the booking instead of paying for it. */
const variantOf = (template: BookingMailTemplate, { payment }: BookingToMail): BookingMailTemplate =>
  template === 'guest-held' && payment.mode === 'at_property' ? 'guest-held-at-property' : template;

/** True if the email requests payment or confirmation before the hold ends. */
const isOfHold = (template: BookingMailTemplate): boolean =>
  template === 'guest-held' || template === 'guest-held-at-property';

/** True if neither a payment nor a request's link has verified the address: anyone can book with any address. */
const isByStranger = (template: BookingMailTemplate, { payment, source }: BookingToMail): boolean =>
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

/** Template values shared by all recipients. */
export function shownIn(
  booking: BookingToMail,
  { version, changed, request, refund }: DescribedBooking,
  template: BookingMailTemplate,
): Omit<BookingMail, 'language' | 'name' | 'guest'> {
  const { property, storefront, party, source, holdExpiresAt, status, folio } = booking;
  const { test, reference, lines, checkIn, checkOut, currency, total, timeZone, payment } = booking;
  const isActive = status === 'held' || status === 'confirmed';
  const sum = folio?.total ?? total;
  const isDue = status === 'held' && (isOfHold(template) || template === 'host-new');
  return {
    version,
    test,
    reference,
    lines,
    checkIn: request?.checkIn ?? checkIn,
    checkOut: request?.checkOut ?? checkOut,
    currency,
    total: request?.total ?? (isActive ? sum : total),
    ...(request ? requestOf(booking, request) : {}),
    ...(refund ? { refund } : {}),
    ...(changed
      ? {
          change: {
            cancelled: changed.cancelled ?? null,
            before: changed.total,
            dropped: changed.dropped,
            ...(changed.paid === undefined ? {} : { refund: Math.max(0, changed.paid - sum) }),
            lostUnits: changed.lostUnits,
          },
        }
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
  { checkIn, checkOut, payment }: BookingToMail,
  { total, difference, dropped, declineReason }: NonNullable<BookingMailJob['request']>,
): Pick<BookingMail, 'change' | 'request'> {
  return {
    change: { cancelled: null, before: total - difference, dropped, lostUnits: [] },
    request: { checkIn, checkOut, difference, paid: payment.paid, message: declineReason },
  };
}

function cancellationOf({ cancellation, folio }: BookingToMail): Pick<BookingMail, 'cancellation'> {
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
