import type { IslandContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { isUuid, parseId } from '#kit/ids.ts';
import { asPayments } from './as-payments.ts';
import { mayTake } from './domain/methods.ts';
import { PaymentSession, Refund } from './entities.ts';
import type { PaymentAttempt, PaymentMethods } from './generated.ts';
import { bookingToPay, type PaymentAppsQuery, paymentApps } from './operations/generated.ts';

/** A payment app as a form names it (docs/interface/payments.md#opening-a-session). */
export const methodId = ({ slug }: { readonly slug: string }): string => `app:${slug}`;

const installOf = ({ viewer }: IslandContext) => (viewer.kind === 'app' ? viewer.installId : null);
const teamOf = ({ viewer }: IslandContext) => (viewer.kind === 'hostUser' ? viewer.teamId : null);

/** A session of the calling install, or of the host's team; null where there is none. */
export async function findSession(ctx: IslandContext, id: string): Promise<PaymentSession | null> {
  const mine = reachOf(ctx);
  return mine && isUuid(id) ? reader(ctx).findOne(PaymentSession, { id, ...mine }) : null;
}

/** A refund of the calling install, or of the host's team; null where there is none. */
export async function findRefund(ctx: IslandContext, id: string): Promise<Refund | null> {
  const mine = reachOf(ctx);
  return mine && isUuid(id) ? reader(ctx).findOne(Refund, { id, ...mine }) : null;
}

function reachOf(ctx: IslandContext): { readonly installId: number } | { readonly teamId: number } | null {
  const installId = installOf(ctx);
  const teamId = teamOf(ctx);
  if (installId !== null) return { installId };
  return teamId === null ? null : { teamId };
}

/** A booking has few attempts; a guest who chooses without end does not make its page grow without end. */
const LATEST = 100;

/** The latest attempts to pay for a booking of the host's team, newest first. */
export async function findSessionsOf(
  ctx: IslandContext,
  booking: string,
): Promise<readonly PaymentSession[]> {
  const teamId = teamOf(ctx);
  const bookingId = parseId(booking);
  if (teamId === null || bookingId === null) return [];
  return reader(ctx).find(
    PaymentSession,
    { bookingId, teamId },
    { orderBy: { createdAt: 'desc' }, limit: LATEST },
  );
}

/** The refunds of a session, oldest first. */
export function findRefundsOf(ctx: IslandContext, { id }: PaymentSession): Promise<readonly Refund[]> {
  return reader(ctx).find(Refund, { sessionId: id }, { orderBy: { createdAt: 'asc' } });
}

/** How the guest at a permalink may pay: the team's payment apps while the booking awaits its payment, and the last attempt. */
export async function findMethods(
  ctx: IslandContext,
  permalink: { readonly storefrontId: string; readonly permalinkId: string },
): Promise<PaymentMethods | null> {
  const { bookingByPermalink: booking } = await ctx.execute(bookingToPay, permalink, ctx);
  if (!booking) return null;
  const payable =
    booking.paymentStatus === 'awaiting_payment' && new Date(booking.holdExpiresAt) > ctx.clock.now();
  const apps = payable ? await appsFor(ctx, booking) : [];
  const [latest] = await reader(ctx).find(
    PaymentSession,
    { bookingId: Number(booking.id) },
    { orderBy: { createdAt: 'desc' }, limit: 1 },
  );
  return {
    methods: apps.map((app) => ({ id: methodId(app), name: app.name })),
    latest: latest ? describeAttempt(latest) : null,
  };
}

/** A payment app installed on a team. */
export type PaymentApp = PaymentAppsQuery['paymentApps'][number];

/** The payment apps that may take the payment of a booking, in the order they were installed. */
export async function appsFor(
  ctx: IslandContext,
  booking: { readonly teamId: string; readonly test: boolean },
): Promise<readonly PaymentApp[]> {
  const { paymentApps: installed } = await ctx.execute(paymentApps, {}, asPayments(ctx, booking.teamId));
  return installed.filter((app) => mayTake(app, booking));
}

const describeAttempt = (session: PaymentSession): PaymentAttempt => ({
  status: session.status,
  methodName: session.appName,
  message: session.pendingReason ?? session.rejectMessage,
});
