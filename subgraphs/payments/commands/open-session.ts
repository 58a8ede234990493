import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import { asPayments } from '../access.ts';
import { toMajor } from '../domain/amounts.ts';
import { readRedirect } from '../domain/app-answer.ts';
import { mayTake } from '../domain/methods.ts';
import { MOVES } from '../domain/session-states.ts';
import type { PaymentSessionOpenInput, PaymentSessionOpenPayload } from '../generated.ts';
import { type BookingToPayQuery, bookingToPayDocument, callAppDocument } from '../operations/generated.ts';
import { methodId } from '../queries/methods.ts';
import { PaymentSession } from '../store/entities.ts';
import { expireSessions } from './expire-sessions.ts';
import { supersedeSessions } from './supersede-sessions.ts';

type Booking = NonNullable<BookingToPayQuery['bookingByPermalink']>;
type PaymentApp = Booking['paymentApps'][number];

/** How often a booking is read again whose price changed while its session was made. */
const ATTEMPTS = 5;

/**
 * Asks the chosen app for its payment page and shows where to send the guest. While an attempt with that app is open it is
 * asked for the same one again, with the same bytes; whatever the app answers, the booking stays as it is.
 * See docs/interface/apps.md#calls-to-an-app; docs/interface/payments.md#opening-a-session.
 */
export async function openSession(
  ctx: SubgraphContext,
  { storefrontId, permalinkId, method, pageUrl }: PaymentSessionOpenInput,
): Promise<PaymentSessionOpenPayload> {
  const read = async () =>
    (await ctx.execute(bookingToPayDocument, { storefrontId, permalinkId }, ctx)).bookingByPermalink;
  let booking = await read();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (!booking) return refuse('booking_not_found');
    if (booking.paymentStatus !== 'awaiting_payment') return refuse('nothing_to_pay');
    const app = appFor(booking, method);
    if (!app) return refuse('method_not_found');
    const opened = await findOrMake(ctx, booking, app, pageUrl);
    if (!opened) return refuse('nothing_to_pay');
    if (!opened.isNew) return askForPage(ctx, opened.session);
    // A price that changed after the booking was read may have been announced before there was a session to end.
    const now = await read();
    if (now?.version === booking.version) return askForPage(ctx, opened.session);
    booking = now;
  }
  throw new Error('A payment session could not be opened: its booking kept changing.');
}

const appFor = (booking: Booking, method: string): PaymentApp | undefined =>
  booking.paymentApps.find((app) => methodId(app) === method && mayTake(app, booking));

const refuse = (refusal: NonNullable<PaymentSessionOpenPayload['refusal']>): PaymentSessionOpenPayload => ({
  redirectUrl: null,
  refusal,
});

async function askForPage(ctx: SubgraphContext, session: PaymentSession): Promise<PaymentSessionOpenPayload> {
  const { id, teamId, installId, request } = session;
  const input = { installId: String(installId), endpoint: 'payment_session', body: request } as const;
  const { appEndpointCall } = await ctx.execute(callAppDocument, { input }, asPayments(ctx, teamId));
  const page = readRedirect(appEndpointCall, { allowLoopback: ctx.config.webhookAllowPrivate });
  const em = reader(ctx);
  const updatedAt = ctx.clock.now();
  if ('problem' in page) {
    ctx.log.warn({ paymentSession: id, problem: page.problem }, 'a payment app returned no page');
    await em.nativeUpdate(PaymentSession, { id }, { lastFailure: page.problem, updatedAt });
    return refuse('app_failed');
  }
  const { from, to } = MOVES.redirect;
  const redirected = { status: to, lastFailure: null, updatedAt };
  await em.nativeUpdate(PaymentSession, { id, status: { $in: [...from] } }, redirected);
  return { redirectUrl: page.url, refusal: null };
}

/** The open attempt with this app at this price, or a new one; null if the hold is over. Of two clicks at once one makes it. */
async function findOrMake(
  ctx: SubgraphContext,
  booking: Booking,
  app: PaymentApp,
  pageUrl: string,
): Promise<{ readonly session: PaymentSession; readonly isNew: boolean } | null> {
  const bookingId = Number(booking.id);
  const { version, total, currency } = booking;
  const now = ctx.clock.now();
  const expiresAt = new Date(booking.holdExpiresAt);
  if (expiresAt <= now) return null;
  await expireSessions(ctx, bookingId);
  await supersedeSessions(ctx, { bookingId, version, total, currency });
  const id = newUuid();
  const em = reader(ctx);
  const { rows } = await sql`
    INSERT INTO payments.session (id, team_id, install_id, app_slug, app_name, booking_id, booking_version, amount,
      currency, test,      status, request, expires_at, created_at, updated_at)
    VALUES (${id}, ${Number(booking.teamId)}, ${Number(app.installId)}, ${app.slug}, ${app.name}, ${bookingId}, ${version},
      ${total}, ${currency}, ${booking.test}, 'INITIATED',
      ${JSON.stringify({ payment_session: describe(id, booking, app, pageUrl) })}, ${expiresAt}, ${now}, ${now})
    ON CONFLICT (booking_id, install_id) WHERE status IN ('INITIATED', 'REDIRECTED', 'PENDING') DO NOTHING
    RETURNING 1
  `.execute(statements(em));
  const open = { status: { $in: [...MOVES.pend.from] } };
  const session = await em.findOne(PaymentSession, { bookingId, installId: Number(app.installId), ...open });
  return session && { session, isNew: rows.length > 0 };
}

/** The `payment_session` an app reads: keys as they are on the wire (docs/interface/payments.md#opening-a-session). */
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
