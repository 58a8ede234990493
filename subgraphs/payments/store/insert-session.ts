import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import { recordMetric } from '#kit/metrics.ts';
import { toMajor } from '../domain/amounts.ts';
import { BUILT_IN } from '../domain/methods.ts';
import { MOVES } from '../domain/session-states.ts';
import type { DueBooking, WayToPay } from '../operations/ways-to-pay.ts';
import { PaymentSession } from './entities.ts';

interface Attempt {
  readonly booking: DueBooking;
  readonly way: WayToPay;
  /** Page to which the guest returns. */
  readonly pageUrl: string;
}

/** Finds or creates the booking's open session for a method; null if it ended concurrently. */
export async function insertSession(
  ctx: SubgraphContext,
  { booking, way, pageUrl }: Attempt,
): Promise<{ readonly session: PaymentSession; readonly isNew: boolean } | null> {
  const bookingId = Number(booking.id);
  const id = newUuid();
  const now = ctx.clock.now();
  const em = reader(ctx);
  const app = way.kind === 'app' ? way.app : null;
  const method = way.kind === 'builtIn' ? way.method : null;
  const installId = app && Number(app.installId);
  const endsAt = sessionEnd(booking, now);
  const request = app
    ? JSON.stringify({ payment_session: describe(id, booking, app, { pageUrl, endsAt }) })
    : '{}';
  const { rows } = await sql`
    INSERT INTO payments.session (id, team_id, install_id, app_slug, app_name, storefront_id, method, effect, booking_id,
      booking_version, amount, paid_before, currency, test, status, request, expires_at, created_at, updated_at)
    VALUES (${id}, ${Number(booking.teamId)}, ${installId}, ${app?.slug ?? BUILT_IN}, ${app?.name ?? ''},
      ${method && Number(booking.storefrontId)}, ${method?.kind ?? null}, ${method?.effect ?? null}, ${bookingId},
      ${booking.version}, ${booking.amountDue}, ${booking.paidBefore}::bigint, ${booking.currency}, ${booking.test}, 'INITIATED', ${request},
      ${endsAt}, ${now}, ${now})
    ON CONFLICT DO NOTHING
    RETURNING 1
  `.execute(statements(em));
  recordMetric('paymentSession', { state: 'INITIATED' }, rows.length);
  const open = { status: { $in: [...MOVES.pend.from] } };
  const mine = method ? { method: method.kind } : { installId };
  const session = await em.findOne(PaymentSession, { bookingId, ...mine, ...open });
  return session && { session, isNew: rows.length > 0 };
}

/** A balance session's lifetime: it holds no nights, and a later choice opens a new session. */
const BALANCE_SESSION_MS = 24 * 3_600_000;

/** Returns a new session's end: the hold's end, or the booking's payment deadline. */
function sessionEnd({ payableUntil, paidBefore }: DueBooking, now: Date): Date {
  const last = new Date(payableUntil ?? now);
  return paidBefore === null ? last : new Date(Math.min(last.getTime(), now.getTime() + BALANCE_SESSION_MS));
}

/**
 * Builds the `payment_session` for an app, with wire-format keys
 * (docs/interface/payments.md#opening-a-session).
 */
function describe(
  id: string,
  booking: DueBooking,
  { team }: DueBooking['paymentApps'][number],
  { pageUrl, endsAt }: { readonly pageUrl: string; readonly endsAt: Date },
) {
  return {
    id,
    test: booking.test,
    amount: toMajor(booking.amountDue, booking.currency),
    currency: booking.currency,
    team,
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
    return_url: withOutcome(pageUrl, 'returned'),
    cancel_url: withOutcome(pageUrl, 'canceled'),
    expires_at: endsAt.toISOString(),
  };
}

/** Adds the outcome to the page URL, which may already have a language parameter. */
export function withOutcome(pageUrl: string, outcome: string): string {
  const url = new URL(pageUrl);
  url.searchParams.set('payment', outcome);
  return url.href;
}
