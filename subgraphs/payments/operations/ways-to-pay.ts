import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import type { MethodSettings } from '../domain/method-settings.ts';
import { appMethodId, builtInId, mayOffer, mayOfferApp } from '../domain/methods.ts';
import type { PaymentSessionOpenInput, PaymentSessionOpenPayload } from '../generated.ts';
import { methodsOf } from '../store/methods.ts';
import type { BookingToPayQuery } from './generated.ts';

/** A booking with an amount due. */
export type DueBooking = NonNullable<BookingToPayQuery['bookingByPermalink']>;

/** A payment method: one of the host's apps, or a built-in method. */
export type WayToPay =
  | { readonly kind: 'app'; readonly app: DueBooking['paymentApps'][number] }
  | { readonly kind: 'builtIn'; readonly method: MethodSettings };

/** Finds the method for a form's id if it was offered to the guest; null otherwise. */
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

/** Creates a refusal for a choice. */
export const refuseWay = (
  refusal: NonNullable<PaymentSessionOpenPayload['refusal']>,
): PaymentSessionOpenPayload => ({ redirectUrl: null, refusal });
