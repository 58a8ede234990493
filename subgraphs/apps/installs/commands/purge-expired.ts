import type { SubgraphContext } from '#db/context.ts';
import { purge } from '#db/history.ts';
import { HISTORY } from '../../history.ts';
import { purgeAccounts } from '../../identity/store/purge-accounts.ts';

/** Deletes what has been kept long enough (docs/reference/history.md), and accounts that no one confirmed. Safe to repeat. */
export async function purgeExpired(ctx: SubgraphContext): Promise<void> {
  await purge(ctx, HISTORY);
  await purgeAccounts(ctx);
}
