import type { SubgraphContext } from '#db/context.ts';
import { CannotCause } from './cannot-cause.ts';
import type { TriggerCaller } from './trigger-caller.ts';
import { openPayment } from './trigger-world.ts';

/**
 * Has a sandbox guest choose the app, which then receives a payment page request. Returns a sentence about
 * the result.
 */
export async function triggerPaymentCall(ctx: SubgraphContext, caller: TriggerCaller): Promise<string> {
  const { reference, refusal, redirectUrl } = await openPayment(ctx, caller);
  if (refusal) throw new CannotCause(`The payment of ${reference} was requested. ${WHY_NO_PAGE}`);
  return `A payment of ${reference} was started; the app now sends its guest to ${redirectUrl}.`;
}

const WHY_NO_PAGE =
  'The app didn\'t return {"redirect_url": "https://…"} within 10 seconds. Check endpoints.payment_session in app.toml.';
