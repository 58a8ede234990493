import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { SERVING } from '../domain/domain-state.ts';
import { statusOf } from '../domain/storefront-status.ts';

/**
 * Publishes `storefront.updated`, in the transaction that changed the storefront or its domain, after the
 * write. See docs/interface/webhooks.md#topics.
 */
export async function publishStorefront(
  ctx: SubgraphContext,
  em: Transaction,
  storefrontId: number,
): Promise<void> {
  const changed = await tables(em)
    .updateTable('storefront')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', storefrontId)
    .returning(['teamId', 'version', 'domain', 'openedAt', 'closedAt'])
    .returning(['maintenance', 'suspendedAt', 'teamSuspended'])
    .executeTakeFirst();
  if (!changed) return;
  const own = await tables(em)
    .selectFrom('storefront_domain')
    .select('domain')
    .where('storefront', '=', storefrontId)
    .where('status', 'in', SERVING)
    .orderBy('id')
    .execute();
  const { teamId, version, domain, ...lifetime } = changed;
  const status = statusOf(lifetime);
  const domains = [domain, ...own.map((one) => one.domain)];
  await publish(ctx, em, 'storefront.updated', { teamId, storefrontId, version, status, domains });
}
