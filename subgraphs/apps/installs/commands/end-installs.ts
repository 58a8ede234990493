import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { deactivate } from '../steps/deactivate-install.ts';
import { AuthorizationCode, Install } from '../store/entities.ts';

/**
 * Ends a team's installs and its unredeemed consents, in the caller's transaction. Codes from the store end
 * with their install.
 */
export async function endInstalls(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId }: { readonly teamId: number },
): Promise<void> {
  await em.nativeDelete(AuthorizationCode, { teamId, consumedAt: null, installId: null });
  const installs = await em.find(
    Install,
    { teamId, isActive: true },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  for (const install of installs) await deactivate(ctx, em, install);
}
