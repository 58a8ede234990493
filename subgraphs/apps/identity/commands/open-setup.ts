import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { mintLink } from '../store/mail-tokens.ts';
import { hasOperator, lockSetup } from '../store/setup.ts';

/**
 * Returns a new setup link's path while the platform has no operator; null afterwards. Ends the link from an
 * earlier start.
 */
export async function openSetup(ctx: SubgraphContext): Promise<string | null> {
  if (await hasOperator(reader(ctx))) return null;
  return inTransaction(ctx, async (em) => {
    await lockSetup(em);
    const { path } = await mintLink(ctx, em, { accountId: null, purpose: 'setup' });
    return path;
  });
}
