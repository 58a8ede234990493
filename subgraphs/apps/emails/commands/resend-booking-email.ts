import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { chosenTeamId } from '../../access.ts';
import { NONE, type Refusal, type Refused, refuse } from '../../errors.ts';
import type { MutationBookingEmailResendArgs } from '../../generated.ts';
import { tables } from '../../store/tables.ts';
import { carriesReceipt } from '../domain/booking-mail-plan.ts';
import { type BookingReference, RESENT } from '../domain/resent-mails.ts';
import {
  bookingInReachDocument,
  bookingToMailDocument,
  changeRequestToMailDocument,
  guestToMailDocument,
} from '../operations/generated.ts';
import { type GuestMailOutcome, lockMailsOf, mailGuest } from '../outbox/guest-booking-mail.ts';
import { eraseGuestMails } from './erase-guest-mails.ts';

/** Maximum emails about one booking that hosts can send again within `PERIOD_MS`. */
const MOST_RESENT = 5;
const PERIOD_MS = 24 * 3_600_000;

interface Resent {
  readonly booking: BookingReference | null;
  readonly userErrors: readonly Refusal[];
}

/**
 * Emails the guest about a booking again, with the booking's current facts. See docs/interface/mails.md#sent-again.
 */
export async function resendBookingEmail(
  ctx: SubgraphContext,
  { bookingId, kind }: MutationBookingEmailResendArgs,
): Promise<Resent> {
  const teamId = chosenTeamId(ctx);
  const platform = { viewer: { kind: 'platform' }, requestId: ctx.requestId } as const;
  const { booking: reached } = await ctx.execute(bookingInReachDocument, { id: bookingId }, ctx);
  if (!reached) return refused(refuse('NOT_FOUND', 'This team has no such booking.', ['bookingId']));
  const { id } = reached;
  const { template, applies, when, isAboutRequest } = RESENT[kind];
  const asked = { id, withReceipt: carriesReceipt(template) };
  const { bookingToMail: booking } = await ctx.execute(bookingToMailDocument, asked, platform);
  if (!booking) return refused(refuse('NOT_FOUND', 'This team has no such booking.', ['bookingId']));
  const request = isAboutRequest
    ? (await ctx.execute(changeRequestToMailDocument, { bookingId: id }, platform)).changeRequestToMail
    : null;
  if (!applies({ ...booking, request: request?.status ?? null })) {
    return refused(refuse('NOT_APPLICABLE', `This email can only be sent ${when}.`, ['kind']));
  }
  const described = {
    bookingId: Number(id),
    version: booking.version,
    ...(request && { request: { ...request, id: Number(request.id) } }),
  };
  const refusal = await inTransaction(ctx, async (em) => {
    await lockMailsOf(em, described);
    const earlier = await countResent(ctx, em, described.bookingId);
    if (earlier.today >= MOST_RESENT) return TOO_MANY;
    const key = `${keyFor(described.bookingId)}${earlier.ever + 1}`;
    const outcome = await mailGuest(ctx, em, { key, described, booking, template });
    if (outcome !== 'written') return UNWRITTEN[outcome];
    const event = { kind: 'booking.email_resent', subject: booking.reference, change: kind } as const;
    await recordTeamEvent(ctx, em, [teamId], event);
    return null;
  });
  if (refusal) return refused(refusal);
  const { bookingToMail: now } = await ctx.execute(guestToMailDocument, { id }, platform);
  if (now?.guestEmail == null) await eraseGuestMails(ctx, { bookingIds: [described.bookingId] });
  return { booking: { id }, userErrors: NONE };
}

const refused = ({ userErrors }: Refused): Resent => ({ booking: null, userErrors });

const TOO_MANY = refuse(
  'LIMIT_REACHED',
  `At most ${MOST_RESENT} emails about a booking can be sent again in 24 hours. Try again later.`,
  ['bookingId'],
);

const UNWRITTEN: Readonly<Record<Exclude<GuestMailOutcome, 'written'>, Refused>> = {
  no_address: refuse(
    'NO_RECIPIENT',
    "The guest has no email address. Add one to the guest's details first.",
    ['bookingId'],
  ),
  no_storefront: refuse(
    'NO_RECIPIENT',
    "The booking's property has no storefront, so there is no page that the email could link to.",
    ['bookingId'],
  ),
  overtaken: refuse('STALE_VERSION', 'The booking has just changed. Reload it and decide again.', [
    'bookingId',
  ]),
  limited: refuse(
    'LIMIT_REACHED',
    'This address already got the most emails about unpaid bookings that are allowed in an hour. Try again later.',
    ['bookingId'],
  ),
};

const keyFor = (bookingId: number): string => `booking-resent/${bookingId}/`;

/** Counts the emails sent again for a booking. */
async function countResent(
  ctx: SubgraphContext,
  em: Transaction,
  bookingId: number,
): Promise<{ readonly today: number; readonly ever: number }> {
  const since = ctx.clock.now().getTime() - PERIOD_MS;
  const mails = await tables(em)
    .selectFrom('mails')
    .select(['key', 'createdAt'])
    .where('bookingId', '=', bookingId)
    .where('key', 'like', `${keyFor(bookingId)}%`)
    .execute();
  const places = mails.map(({ key }) => Number(key.slice(keyFor(bookingId).length)));
  return {
    today: mails.filter(({ createdAt }) => createdAt.getTime() > since).length,
    ever: Math.max(0, ...places),
  };
}
