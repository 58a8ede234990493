import type { IslandContext } from '#db/context.ts';
import { agentOf } from '../agent.ts';
import { REPLIES, statusAt } from '../domain/lifecycle.ts';
import { message } from '../domain/messages.ts';
import { viewSession } from '../domain/session-view.ts';
import type { Session } from '../entities.ts';
import type { CheckoutCancelInput, CheckoutResult } from '../generated.ts';
import { fresh, keyOf, refused, replay } from '../idempotency.ts';
import { loadSession, replaceSession } from '../sessions.ts';

/** Changes of one session that may cut in before this one is given up on. */
const MAX_TRIES = 100;

/**
 * Ends an open session. One that is completed, completing or already canceled is refused with `not_cancelable` and stays
 * as it is. Spec: interface.md "States and transitions", the rows about cancel.
 */
export async function cancelCheckout(
  ctx: IslandContext,
  input: CheckoutCancelInput,
): Promise<CheckoutResult> {
  const door = agentOf(ctx);
  const key = keyOf(door, 'cancel', input.id, input.idempotency);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const found = await loadSession(ctx, door, input.id, key);
    if (!found) return refused('not_found');
    if (key && found.known) return replay(found.known, key) ?? refused('idempotency_in_flight');

    const { session, order } = found;
    const now = ctx.clock.now();
    if (REPLIES.cancel[statusAt(session, now)] === 'finished') {
      const why = session.status === 'complete_in_progress' ? 'being_completed' : 'finished';
      const said = message(why, '$.status');
      return fresh({ session: viewSession(session, order, now, [said]), refusal: 'not_cancelable' });
    }

    const after: Session = { ...session, status: 'canceled', notice: null, updatedAt: now };
    const answer = { session: viewSession(after, null, now), refusal: null };
    if (await replaceSession(ctx, session, after, key, answer)) return fresh(answer);
  }
  throw new Error(`Session ${input.id} was changed by others ${MAX_TRIES} times in a row.`);
}
