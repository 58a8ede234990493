import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import { asPayments } from '../access.ts';
import { toMajor } from '../domain/amounts.ts';
import { readRedirect } from '../domain/app-answer.ts';
import { MOVES } from '../domain/session-states.ts';
import type { PaymentSessionOpenInput, PaymentSessionOpenPayload } from '../generated.ts';
import { type BookingToPayQuery, bookingToPay, callApp } from '../operations/generated.ts';
import { appsFor, methodId, type PaymentApp } from '../queries/methods.ts';
import { PaymentSession } from '../store/entities.ts';
import { expireSessions } from './expire-sessions.ts';

type Booking = NonNullable<BookingToPayQuery['bookingByPermalink']>;

/**
 * Asks the chosen app for its payment page and says where to send the guest. While an attempt with that app is open it is
 * asked for the same one again, with the same bytes; whatever the app answers, the booking stays as it is.
 * See docs/interface/apps.md#calls-to-an-app; docs/interface/payments.md#opening-a-session.
 */
export async function openSession(
  ctx: IslandContext,
  { storefrontId, permalinkId, method, pageUrl }: PaymentSessionOpenInput,
): Promise<PaymentSessionOpenPayload> {
  const { bookingByPermalink: booking } = await ctx.execute(bookingToPay, { storefrontId, permalinkId }, ctx);
  if (!booking) return refuse('booking_not_found');
  if (booking.paymentStatus !== 'awaiting_payment') return refuse('nothing_to_pay');
  const app = (await appsFor(ctx, booking)).find((each) => methodId(each) === method);
  if (!app) return refuse('method_not_found');
  const session = await findOrMake(ctx, booking, app, pageUrl);
  return session ? askForPage(ctx, session) : refuse('nothing_to_pay');
}

const refuse = (refusal: NonNullable<PaymentSessionOpenPayload['refusal']>): PaymentSessionOpenPayload => ({
  redirectUrl: null,
  refusal,
});

async function askForPage(ctx: IslandContext, session: PaymentSession): Promise<PaymentSessionOpenPayload> {
  const { id, teamId, installId, request } = session;
  const input = { installId: String(installId), endpoint: 'payment_session', body: request } as const;
  const { appEndpointCall } = await ctx.execute(callApp, { input }, asPayments(ctx, teamId));
  const page = readRedirect(appEndpointCall, { allowLoopback: ctx.config.webhookAllowPrivate });
  const em = reader(ctx);
  const updatedAt = ctx.clock.now();
  if ('problem' in page) {
    ctx.log.warn({ paymentSession: id, problem: page.problem }, 'a payment app gave no page');
    await em.nativeUpdate(PaymentSession, { id }, { lastFailure: page.problem, updatedAt });
    return refuse('app_failed');
  }
  const { from, to } = MOVES.redirect;
  const redirected = { status: to, lastFailure: null, updatedAt };
  await em.nativeUpdate(PaymentSession, { id, status: { $in: [...from] } }, redirected);
  return { redirectUrl: page.url, refusal: null };
}

/** The open attempt with this app, or a new one; null if the hold is over. Of two guests' clicks at once one makes it. */
async function findOrMake(
  ctx: IslandContext,
  booking: Booking,
  app: PaymentApp,
  pageUrl: string,
): Promise<PaymentSession | null> {
  const bookingId = Number(booking.id);
  const now = ctx.clock.now();
  const expiresAt = new Date(booking.holdExpiresAt);
  if (expiresAt <= now) return null;
  await expireSessions(ctx, bookingId);
  const id = newUuid();
  const em = reader(ctx);
  await sql`
    INSERT INTO payments.session (id, team_id, install_id, app_slug, app_name, booking_id, amount, currency, test,
      status, request, expires_at, created_at, updated_at)
    VALUES (${id}, ${Number(booking.teamId)}, ${Number(app.installId)}, ${app.slug}, ${app.name}, ${bookingId},
      ${booking.total}, ${booking.currency}, ${booking.test}, 'INITIATED',
      ${JSON.stringify({ payment_session: describe(id, booking, app, pageUrl) })}, ${expiresAt}, ${now}, ${now})
    ON CONFLICT (booking_id, install_id) WHERE status IN ('INITIATED', 'REDIRECTED', 'PENDING') DO NOTHING
  `.execute(em.getKysely<unknown>());
  const open = { status: { $in: [...MOVES.pend.from] } };
  return em.findOne(PaymentSession, { bookingId, installId: Number(app.installId), ...open });
}

/** The `payment_session` an app reads: keys as they stand on the wire (docs/interface/payments.md#opening-a-session). */
function describe(id: string, booking: Booking, app: PaymentApp, pageUrl: string) {
  return {
    id,
    test: booking.test,
    amount: toMajor(booking.total, booking.currency),
    currency: booking.currency,
    team: app.team,
    booking: {
      id: Number(booking.id),
      reference: booking.reference,
      check_in: booking.checkIn,
      check_out: booking.checkOut,
    },
    buyer: {
      first_name: booking.guestFirstName,
      last_name: booking.guestLastName,
      email: booking.guestEmail,
      phone_number: booking.guestPhone,
    },
    return_url: `${pageUrl}?payment=returned`,
    cancel_url: `${pageUrl}?payment=canceled`,
    expires_at: booking.holdExpiresAt,
  };
}
