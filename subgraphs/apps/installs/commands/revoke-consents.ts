import type { Transaction } from '#db/transaction.ts';
import { AuthorizationCode } from '../store/entities.ts';

/** Deletes a member's unredeemed consents for a team, in the caller's transaction. */
export async function revokeConsents(
  em: Transaction,
  { accountId, teamId }: { readonly accountId: number; readonly teamId: number },
): Promise<void> {
  await em.nativeDelete(AuthorizationCode, { accountId, teamId, consumedAt: null });
}
