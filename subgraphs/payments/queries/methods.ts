import type { IslandContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { Reference } from '#kit/reference.ts';
import { asPayments } from '../access.ts';
import { mayTake } from '../domain/methods.ts';
import type { PaymentAttempt, PaymentMethods } from '../generated.ts';
import { type PaymentAppsQuery, paymentApps } from '../operations/generated.ts';
import { PaymentSession } from '../store/entities.ts';

/** A payment app as a form names it (docs/interface/payments.md#opening-a-session). */
export const methodId = ({ slug }: { readonly slug: string }): string => `app:${slug}`;

/** A booking as the gateway hands it over for `Booking.paymentMethods`. */
export interface BookingToPay extends Reference {
  readonly teamId: string | number;
  readonly test: boolean;
  /** ISO 8601 instant; null if nothing is to be paid. */
  readonly payableUntil: string | Date | null;
}

/** How a guest may pay: the team's payment apps while the booking awaits its payment, and the last attempt. */
export async function findMethods(ctx: IslandContext, booking: BookingToPay): Promise<PaymentMethods> {
  const { payableUntil, teamId, test } = booking;
  const payable = payableUntil !== null && new Date(payableUntil) > ctx.clock.now();
  const [apps, [latest]] = await Promise.all([
    payable ? appsFor(ctx, { teamId: String(teamId), test }) : [],
    reader(ctx).find(
      PaymentSession,
      { bookingId: Number(booking.id) },
      { orderBy: { createdAt: 'desc' }, limit: 1 },
    ),
  ]);
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
