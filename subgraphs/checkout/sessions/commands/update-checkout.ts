import type { SubgraphContext } from '#db/context.ts';
import type { CheckoutResult, CheckoutUpdateInput } from '../../generated.ts';
import type { Session } from '../../store/entities.ts';
import { applyDraft, changedPeople } from '../domain/draft.ts';
import { REPLIES, statusAt } from '../domain/lifecycle.ts';
import { message } from '../domain/messages.ts';
import { languageOfQuote } from '../domain/session-messages.ts';
import { viewSession } from '../domain/session-view.ts';
import { priceLines } from '../operations/price-lines.ts';
import { waitForCompletion } from '../operations/wait-for-completion.ts';
import { changeSession, type Decision } from '../store/change-session.ts';
import { newResult } from '../store/idempotency.ts';
import type { Loaded } from '../store/sessions.ts';

/**
 * Replaces the lines, the buyer or both, and reprices the session; absent fields stay unchanged. Returns a
 * finished session unchanged with the message `invalid`. See docs/interface/checkout.md#sessions.
 */
export function updateCheckout(ctx: SubgraphContext, input: CheckoutUpdateInput): Promise<CheckoutResult> {
  const { id, idempotency } = input;
  return changeSession(ctx, {
    operation: 'update',
    id,
    idempotency,
    async decide(found, now) {
      const reply = REPLIES.update[statusAt(found.session, now)];
      if (reply === 'go') return { kind: 'change', after: await reprice(ctx, found.session, input) };
      if (reply === 'finished') return unchanged(found, now, 'finished');
      return (await waitForCompletion(ctx, id))
        ? { kind: 'again' }
        : unchanged(found, now, 'being_completed');
    },
  });
}

async function reprice(ctx: SubgraphContext, session: Session, input: CheckoutUpdateInput): Promise<Session> {
  const lines = input.lines ?? session.lines;
  const people = changedPeople(input, session);
  const quote = await priceLines(ctx, { lines, ...people });
  return {
    ...session,
    ...applyDraft({ lines, ...people, quote }, ctx.clock.now(), ctx.config.checkoutTtlMs),
  };
}

function unchanged({ session, order }: Loaded, now: Date, why: 'finished' | 'being_completed'): Decision {
  const view = viewSession(session, order, now, [message(why, '$.status', languageOfQuote(session.quote))]);
  return { kind: 'answer', result: newResult({ session: view, refusal: null }) };
}
