import type { SubgraphContext } from '#db/context.ts';
import { CannotCause } from './cannot-cause.ts';
import type { TriggerCaller } from './trigger-caller.ts';
import { openPayment } from './trigger-world.ts';

/** Has a guest of the sandbox choose the app: it gets the request for a payment page. Returns what was done, as a sentence. */
export async function triggerPaymentCall(ctx: SubgraphContext, caller: TriggerCaller): Promise<string> {
  const { reference, refusal, redirectUrl } = await openPayment(ctx, caller);
  if (refusal) throw new CannotCause(`The payment of ${reference} was requested. ${WHY_NO_PAGE}`);
  return `A payment of ${reference} was opened; the app sends its guest to ${redirectUrl} now.`;
}

const WHY_NO_PAGE =
  'The app did not answer {"redirect_url": "https://…"} within 10 seconds: see endpoints.payment_session in app.toml.';
