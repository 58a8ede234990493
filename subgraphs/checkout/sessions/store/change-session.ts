import type { SubgraphContext } from '#db/context.ts';
import { agentOf } from '../../access.ts';
import type { CheckoutResult, IdempotencyInput } from '../../generated.ts';
import type { Session } from '../../store/entities.ts';
import { viewSession } from '../domain/session-view.ts';
import { keyOf, newResult, refused, replay } from './idempotency.ts';
import { type Loaded, loadSession, replaceSession } from './sessions.ts';

/** Decision after reading a session: write a change, answer without a change, or read it again. */
export type Decision =
  | { readonly kind: 'change'; readonly after: Session }
  | { readonly kind: 'answer'; readonly result: CheckoutResult }
  | { readonly kind: 'again' };

export interface ChangeSession {
  readonly operation: 'update' | 'cancel';
  readonly id: string;
  readonly idempotency: IdempotencyInput | null | undefined;
  readonly decide: (found: Loaded, now: Date) => Decision | Promise<Decision>;
}

/** Maximum number of tries before giving up on a session that keeps changing concurrently. */
const MAX_TRIES = 100;

/**
 * Changes a session on the agent's surface: reads it, decides, and writes the change with its answer if the
 * session hasn't changed; otherwise starts over. A repeated request gets the stored answer.
 */
export async function changeSession(
  ctx: SubgraphContext,
  { operation, id, idempotency, decide }: ChangeSession,
): Promise<CheckoutResult> {
  const agent = agentOf(ctx);
  const key = keyOf(agent, operation, id, idempotency);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const found = await loadSession(ctx, agent, id, key);
    if (!found) return refused('not_found');
    if (key && found.known) return replay(found.known, key) ?? refused('idempotency_in_flight');

    const decision = await decide(found, ctx.clock.now());
    if (decision.kind === 'answer') return decision.result;
    if (decision.kind === 'again') continue;

    const { after } = decision;
    const answer = { session: viewSession(after, null, after.updatedAt), refusal: null };
    if (await replaceSession(ctx, found.session, after, key, answer)) return newResult(answer);
  }
  throw new Error(`Others changed session ${id} ${MAX_TRIES} times in a row.`);
}
