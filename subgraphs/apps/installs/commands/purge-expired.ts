import type { SubgraphContext } from '#db/context.ts';
import { purge } from '#db/history.ts';
import { HISTORY } from '../../history.ts';
import { purgeAccounts } from '../../identity/store/purge-accounts.ts';

/** Deletes rows past their retention (docs/reference/history.md), and unconfirmed accounts. Safe to repeat. */
export async function purgeExpired(ctx: SubgraphContext): Promise<void> {
  await purge(ctx, HISTORY);
  await purgeAccounts(ctx);
}
