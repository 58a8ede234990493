import type { SubgraphContext } from '#db/context.ts';
import type { CheckoutSession } from '../../generated.ts';
import { viewSession } from '../domain/session-view.ts';
import { loadSession } from '../store/sessions.ts';

/** Returns a session in its current state, for its agent's surface or the platform; null for other viewers. */
export async function checkoutSession(ctx: SubgraphContext, id: string): Promise<CheckoutSession | null> {
  const found = await loadSession(ctx, ctx.viewer.kind === 'agent' ? ctx.viewer : null, id);
  return found && viewSession(found.session, found.order, ctx.clock.now());
}
