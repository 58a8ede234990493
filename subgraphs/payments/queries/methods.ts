import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { Reference } from '#kit/reference.ts';
import { mayTake } from '../domain/methods.ts';
import type { PaymentAttempt, PaymentMethods } from '../generated.ts';
import { PaymentSession } from '../store/entities.ts';

interface MethodApp {
  readonly slug: string;
  readonly name: string;
}

/** A payment app as a form names it (docs/interface/payments.md#opening-a-session). */
export const methodId = ({ slug }: Pick<MethodApp, 'slug'>): string => `app:${slug}`;

/** A booking as the gateway hands it over for `Booking.paymentMethods`. */
export interface BookingToPay extends Reference {
  readonly test: boolean;
  /** The payment apps of its team. */
  readonly paymentApps: readonly (MethodApp & { readonly isDevInstall: boolean })[];
  /** ISO 8601 instant; null if nothing is to be paid. */
  readonly payableUntil: string | Date | null;
}

/** How a guest may pay: the team's payment apps while the booking awaits its payment, and the last attempt. */
export async function findMethods(ctx: SubgraphContext, booking: BookingToPay): Promise<PaymentMethods> {
  const { payableUntil, paymentApps } = booking;
  const payable = payableUntil !== null && new Date(payableUntil) > ctx.clock.now();
  const apps = payable ? paymentApps.filter((app) => mayTake(app, booking)) : [];
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

const describeAttempt = (session: PaymentSession): PaymentAttempt => ({
  status: session.status,
  methodName: session.appName,
  message: session.pendingReason ?? session.rejectMessage,
});
