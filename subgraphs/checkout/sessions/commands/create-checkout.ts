import type { SubgraphContext } from '#db/context.ts';
import { newUuid } from '#kit/ids.ts';
import { keptLocale } from '#kit/language.ts';
import { agentOf } from '../../access.ts';
import type { CheckoutCreateInput, CheckoutResult } from '../../generated.ts';
import type { Session } from '../../store/entities.ts';
import { applyDraft, changedPeople } from '../domain/draft.ts';
import { viewSession } from '../domain/session-view.ts';
import { priceLines } from '../operations/price-lines.ts';
import { findStored, keyOf, NO_SESSION, newResult, refused, replay } from '../store/idempotency.ts';
import { insertSession } from '../store/sessions.ts';

/**
 * Creates a session: prices its lines and validates its buyer. Two requests with the same key create one
 * session. See docs/interface/checkout.md#session-states, the rows from (none).
 */
export async function createCheckout(
  ctx: SubgraphContext,
  input: CheckoutCreateInput,
): Promise<CheckoutResult> {
  const agent = agentOf(ctx);
  const key = keyOf(agent, 'create', NO_SESSION, input.idempotency);
  const people = changedPeople(input, { buyer: null, guests: null });
  const quote = await priceLines(ctx, { lines: input.lines, ...people });
  const now = ctx.clock.now();
  const draft = { lines: input.lines, ...people, quote };
  const session: Session = {
    ...applyDraft(draft, now, ctx.config.checkoutTtlMs),
    id: newUuid(),
    storefrontId: agent.storefrontId,
    teamId: agent.teamId,
    surface: agent.surface,
    agentProfile: agent.profile && storable(agent.profile),
    agentAddress: null,
    arrivalTime: null,
    extras: null,
    locale: keptLocale(input.locale),
    revision: 1,
    holdId: null,
    completingSince: null,
    recoveringSince: null,
    createdAt: now,
  };
  const answer = { session: viewSession(session, null, now), refusal: null };
  if (await insertSession(ctx, session, key, answer)) return newResult(answer);
  const known = key && (await findStored(ctx, key));
  return (known && replay(known, key)) ?? refused('idempotency_in_flight');
}

/** Text columns can't store U+0000 or lone surrogates. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '');
