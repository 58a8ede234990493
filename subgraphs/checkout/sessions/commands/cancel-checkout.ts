import type { SubgraphContext } from '#db/context.ts';
import type { CheckoutCancelInput, CheckoutResult } from '../../generated.ts';
import { REPLIES, statusAt } from '../domain/lifecycle.ts';
import { message } from '../domain/messages.ts';
import { languageOfQuote } from '../domain/session-messages.ts';
import { viewSession } from '../domain/session-view.ts';
import { changeSession } from '../store/change-session.ts';
import { newResult } from '../store/idempotency.ts';
import type { Loaded } from '../store/sessions.ts';

/**
 * Ends an open session. Refuses a completed, completing or canceled session with `not_cancelable`. See
 * docs/interface/checkout.md#session-states, the rows about cancel.
 */
export function cancelCheckout(
  ctx: SubgraphContext,
  { id, idempotency }: CheckoutCancelInput,
): Promise<CheckoutResult> {
  return changeSession(ctx, {
    operation: 'cancel',
    id,
    idempotency,
    decide(found, now) {
      const { session } = found;
      return REPLIES.cancel[statusAt(session, now)] === 'go'
        ? { kind: 'change', after: { ...session, status: 'canceled', notice: null, updatedAt: now } }
        : { kind: 'answer', result: refuse(found, now) };
    },
  });
}

function refuse({ session, order }: Loaded, now: Date): CheckoutResult {
  const why = session.status === 'complete_in_progress' ? 'being_completed' : 'finished';
  const view = viewSession(session, order, now, [message(why, '$.status', languageOfQuote(session.quote))]);
  return newResult({ session: view, refusal: 'not_cancelable' });
}
