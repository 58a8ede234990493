import type { SubgraphContext } from '#db/context.ts';
import { isTimeOfDay } from '#kit/dates.ts';
import { badInput } from '#kit/errors.ts';
import { newUuid } from '#kit/ids.ts';
import { MAX_EXTRAS } from '#schema/limits.ts';
import { agentOf, type StorefrontSurface } from '../../access.ts';
import type { CheckoutCompleteInput, CheckoutResult } from '../../generated.ts';
import { REPLIES, statusAt } from '../domain/lifecycle.ts';
import { message } from '../domain/messages.ts';
import { languageOfQuote } from '../domain/session-messages.ts';
import { viewSession } from '../domain/session-view.ts';
import { endCompletion } from '../operations/end-completion.ts';
import { waitForCompletion } from '../operations/wait-for-completion.ts';
import { type Key, keyOf, newResult, refused, replay } from '../store/idempotency.ts';
import { type Loaded, loadSession, startCompletion } from '../store/sessions.ts';

/**
 * Places a ready session's held, unpaid booking, or returns the session with the reason it can't. Repeating
 * it, under any key, returns the same order; a request during a completion waits up to 3 s for its result.
 * Three repeatable steps (docs/interface/checkout.md#completing): the first here, the others in
 * `endCompletion`; the `recover` job finishes interrupted completions. See
 * docs/interface/checkout.md#session-states; docs/interface/checkout.md#idempotency.
 */
export async function completeCheckout(
  ctx: SubgraphContext,
  input: CheckoutCompleteInput,
): Promise<CheckoutResult> {
  const agent = agentOf(ctx);
  const { arrivalTime = null } = input;
  if (arrivalTime !== null && !isTimeOfDay(arrivalTime)) throw badInput('`arrivalTime` must be HH:MM.');
  if (input.extras?.some(({ quantity }) => quantity < 1 || quantity > MAX_EXTRAS)) {
    throw badInput(`The quantity of an extra must be 1 to ${MAX_EXTRAS}.`);
  }
  const key = keyOf(agent, 'complete', input.id, input.idempotency);
  const attempt = {
    holdId: newUuid(),
    agentAddress: agent.address,
    arrivalTime,
    extras: input.extras?.length ? input.extras : null,
    now: ctx.clock.now(),
  };
  const started = await startCompletion(ctx, agent, input.id, key, attempt);
  const answer = started && (await endCompletion(ctx, started));
  return answer ? newResult(answer) : answerStanding(ctx, agent, input.id, key);
}

/** The session couldn't be completed, or another runner ended the attempt: returns its current state. */
async function answerStanding(
  ctx: SubgraphContext,
  agent: StorefrontSurface,
  id: string,
  key: Key | null,
): Promise<CheckoutResult> {
  let found = await loadSession(ctx, agent, id, key);
  if (found && REPLIES.complete[found.session.status] === 'wait') {
    const known = key && found.known && replay(found.known, key);
    if (known) return known;
    await waitForCompletion(ctx, id);
    found = await loadSession(ctx, agent, id, key);
  }
  if (!found) return refused('not_found');
  if (key && found.known && !isOver(ctx, found)) {
    return replay(found.known, key) ?? stillRunning(ctx, agent, found);
  }
  return show(ctx, found);
}

/** True if a session was canceled or has expired: an earlier completion's answer had no effect and is dropped. */
const isOver = (ctx: SubgraphContext, { session }: Loaded) =>
  statusAt(session, ctx.clock.now()) === 'canceled';

/**
 * The request with the same key is still running: ACP has its own refusal for that; on MCP the session shows
 * it.
 */
function stillRunning(ctx: SubgraphContext, agent: StorefrontSurface, found: Loaded): CheckoutResult {
  return agent.surface === 'acp' ? refused('idempotency_in_flight') : show(ctx, found);
}

function show(ctx: SubgraphContext, { session, order }: Loaded): CheckoutResult {
  const now = ctx.clock.now();
  const finished = REPLIES.complete[statusAt(session, now)] === 'finished';
  const said = finished ? [message('finished', '$.status', languageOfQuote(session.quote))] : [];
  return newResult({ session: viewSession(session, order, now, said), refusal: null });
}
