import type { IslandContext } from '#db/context.ts';
import { agentOf, type Door } from '../agent.ts';
import { applyDraft, toBuyer } from '../domain/draft.ts';
import { REPLIES, statusAt } from '../domain/lifecycle.ts';
import { message } from '../domain/messages.ts';
import { viewSession } from '../domain/session-view.ts';
import type { Session } from '../entities.ts';
import type { CheckoutResult, CheckoutUpdateInput } from '../generated.ts';
import { fresh, keyOf, refused, replay } from '../idempotency.ts';
import { type Loaded, loadSession, replaceSession } from '../sessions.ts';
import { priceLines } from './price-lines.ts';
import { waitForCompletion } from './wait-for-completion.ts';

/** Changes of one session that may cut in before this one is given up on. */
const MAX_TRIES = 100;

/**
 * Replaces the lines, the buyer or both, and prices the session again; what is left out stays as it is. A finished session
 * is answered unchanged with the message `invalid`.
 * Spec: interface.md "update_checkout" (per-key replace), "mutating a finished session".
 */
export async function updateCheckout(
  ctx: IslandContext,
  input: CheckoutUpdateInput,
): Promise<CheckoutResult> {
  const door = agentOf(ctx);
  const key = keyOf(door, 'update', input.id, input.idempotency);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const found = await loadSession(ctx, door, input.id, key);
    if (!found) return refused('not_found');
    if (key && found.known) return replay(found.known, key) ?? refused('idempotency_in_flight');

    const reply = REPLIES.update[statusAt(found.session, ctx.clock.now())];
    if (reply === 'finished') return unchanged(ctx, found, 'finished');
    if (reply === 'wait') {
      if (await waitForCompletion(ctx, input.id)) continue;
      return unchanged(ctx, found, 'being_completed');
    }

    const after = await reprice(ctx, door, found.session, input);
    const answer = { session: viewSession(after, null, after.updatedAt), refusal: null };
    if (await replaceSession(ctx, found.session, after, key, answer)) return fresh(answer);
  }
  throw new Error(`Session ${input.id} was changed by others ${MAX_TRIES} times in a row.`);
}

async function reprice(
  ctx: IslandContext,
  { storefrontId }: Door,
  session: Session,
  input: CheckoutUpdateInput,
): Promise<Session> {
  const lines = input.lines ?? session.lines;
  const buyer = input.buyer ? toBuyer(input.buyer) : session.buyer;
  const quote = await priceLines(ctx, storefrontId, lines);
  return { ...session, ...applyDraft({ lines, buyer, quote }, ctx.clock.now(), ctx.config.checkoutTtlMs) };
}

function unchanged(
  ctx: IslandContext,
  { session, order }: Loaded,
  why: 'finished' | 'being_completed',
): CheckoutResult {
  const said = message(why, '$.status');
  return fresh({ session: viewSession(session, order, ctx.clock.now(), [said]), refusal: null });
}
