import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { HostSession } from '../store/entities.ts';

/** Ends the caller's session; true if there was one. Other viewers have no session to end. */
export async function signOut(ctx: SubgraphContext): Promise<boolean> {
  const { viewer } = ctx;
  if (viewer.kind !== 'hostUser') return false;
  const { sessionId: id, accountId } = viewer;
  return inTransaction(ctx, async (em) => (await em.nativeDelete(HostSession, { id, accountId })) > 0);
}
