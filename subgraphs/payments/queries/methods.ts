import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { Reference } from '#kit/reference.ts';
import { declineOf } from '../domain/app-answer.ts';
import type { MethodSettings } from '../domain/method-settings.ts';
import {
  allowsTests,
  appMethodId,
  builtInId,
  isStillDue,
  mayOffer,
  mayOfferApp,
  type PayableBooking,
} from '../domain/methods.ts';
import type { ChosenMethod, PaymentAttempt, PaymentChoice, PaymentMethods } from '../generated.ts';
import { PaymentSession } from '../store/entities.ts';
import { methodsOf } from '../store/methods.ts';

/** A booking as passed by the gateway for `Booking.paymentMethods`. */
export interface BookingToPay extends Reference, PayableBooking {
  readonly storefrontId: string | number;
  readonly test: boolean;
  /** The team's payment apps. */
  readonly paymentApps: readonly {
    readonly slug: string;
    readonly name: string;
    readonly isDevInstall: boolean;
  }[];
  /** ISO 8601 timestamp; null if no payment is due. */
  readonly payableUntil: string | Date | null;
  /** Amount due next. */
  readonly amountDue: number;
}

/**
 * Returns a booking's payment methods while an amount is due: built-in methods and the team's apps, with the
 * last choice.
 */
export async function findMethods(ctx: SubgraphContext, booking: BookingToPay): Promise<PaymentMethods> {
  const { payableUntil, paymentApps, storefrontId, amountDue } = booking;
  const payable = payableUntil !== null && new Date(payableUntil) > ctx.clock.now();
  const [settings, sessions] = await Promise.all([
    methodsOf(ctx, parseId(`${storefrontId}`) ?? 0),
    reader(ctx).find(
      PaymentSession,
      { bookingId: Number(booking.id) },
      { orderBy: { createdAt: 'desc' }, limit: LATEST },
    ),
  ]);
  const apps = payable
    ? paymentApps.filter((app) => mayOfferApp(app, booking) && !hasDeclined(app.slug, sessions, amountDue))
    : [];
  const latest = sessions.find(({ method }) => method === null);
  const chosen = amountDue > 0 ? sessions.find(isInForce) : undefined;
  return {
    methods: [
      ...(payable ? settings.filter((one) => mayOffer(one, booking)) : []).map(offerMethod),
      ...apps.map((app) => ({
        id: appMethodId(app),
        name: app.name,
        kind: null,
        effect: null,
        holdHours: null,
      })),
    ],
    latest: latest ? describeAttempt(latest) : null,
    chosen: chosen ? describeChosen(chosen, settings, amountDue) : null,
  };
}

/** True if an app has already declined this amount, so that the guest is offered the other methods. */
export const hasDeclined = (slug: string, sessions: readonly PaymentSession[], amountDue: number): boolean =>
  sessions.some(
    ({ appSlug, amount, status, rejectCode }) =>
      appSlug === slug && amount === amountDue && status === 'REJECTED' && declineOf(rejectCode) !== null,
  );

/** Maximum attempts searched for the last choice. */
export const LATEST = 20;

const isInForce = ({ method, status, settlement }: PaymentSession) =>
  method !== null && (status === 'PENDING' || (status === 'RESOLVED' && settlement === 'confirmed'));

const offerMethod = ({ kind, effect, holdHours }: MethodSettings): PaymentChoice => ({
  id: builtInId(kind),
  name: null,
  kind,
  effect,
  holdHours,
});

function describeChosen(
  { method, effect, status, amount }: PaymentSession,
  settings: readonly MethodSettings[],
  amountDue: number,
): ChosenMethod | null {
  const now = settings.find(({ kind }) => kind === method);
  if (!now || effect === null) return null;
  if (!isStillDue(now.kind, effect, status === 'RESOLVED')) return null;
  return {
    kind: now.kind,
    instructions: now.instructions,
    bankAccount: now.bankAccount,
    amount: Math.min(amount, amountDue),
  };
}

export const describeAttempt = (session: PaymentSession): PaymentAttempt => ({
  // Until the booking or statement has the payment, a payer who sees it as due could pay again.
  status: session.status === 'RESOLVED' && session.settlement === null ? 'REDIRECTED' : session.status,
  methodName: session.appName,
  message: session.pendingReason ?? session.rejectMessage,
  decline: declineOf(session.rejectCode),
});

/** A storefront as passed by the gateway. */
export interface StorefrontToPay extends Reference {
  readonly sandbox: boolean;
}

/**
 * Returns a storefront's built-in methods with their settings; test payments only on a sandbox storefront or
 * in the demo.
 */
export async function storefrontMethods(
  ctx: SubgraphContext,
  { id, sandbox }: StorefrontToPay,
): Promise<readonly MethodSettings[]> {
  const methods = await methodsOf(ctx, parseId(`${id}`) ?? 0);
  return methods.filter(({ kind }) => kind !== 'test' || allowsTests({ sandbox }, ctx.config));
}
