import type { SubgraphContext } from '#db/context.ts';
import type { CheckoutSession } from '../../generated.ts';
import { viewSession } from '../domain/session-view.ts';
import { loadSession } from '../store/sessions.ts';

/** A session as it is: for its own agent's surface, or for the platform; null for anyone else. */
export async function checkoutSession(ctx: SubgraphContext, id: string): Promise<CheckoutSession | null> {
  const found = await loadSession(ctx, ctx.viewer.kind === 'agent' ? ctx.viewer : null, id);
  return found && viewSession(found.session, found.order, ctx.clock.now());
}
