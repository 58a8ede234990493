import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import type { MethodSettings } from '../domain/method-settings.ts';
import { appMethodId, builtInId, mayOffer, mayOfferApp } from '../domain/methods.ts';
import type { PaymentSessionOpenInput, PaymentSessionOpenPayload } from '../generated.ts';
import { methodsOf } from '../store/methods.ts';
import type { BookingToPayQuery } from './generated.ts';

/** A booking whose guest chooses how to pay. */
export type DueBooking = NonNullable<BookingToPayQuery['bookingByPermalink']>;

/** How a guest pays: through an app of the host's, or with a method that needs none. */
export type WayToPay =
  | { readonly kind: 'app'; readonly app: DueBooking['paymentApps'][number] }
  | { readonly kind: 'builtIn'; readonly method: MethodSettings };

/** The way that a form names, if the guest was offered it; null for any other. */
export async function findWay(
  ctx: SubgraphContext,
  booking: DueBooking,
  { storefrontId, method: named }: Pick<PaymentSessionOpenInput, 'storefrontId' | 'method'>,
): Promise<WayToPay | null> {
  const app = booking.paymentApps.find((one) => appMethodId(one) === named && mayOfferApp(one, booking));
  if (app) return { kind: 'app', app };
  const methods = await methodsOf(ctx, parseId(storefrontId) ?? 0);
  const method = methods.find((one) => builtInId(one.kind) === named && mayOffer(one, booking));
  return method ? { kind: 'builtIn', method } : null;
}

/** A choice that led nowhere. */
export const refuseWay = (
  refusal: NonNullable<PaymentSessionOpenPayload['refusal']>,
): PaymentSessionOpenPayload => ({ redirectUrl: null, refusal });
