import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { NO_DOMAIN } from '../../errors.ts';
import { SERVING } from '../domain/domain-state.ts';
import { describeDomain } from '../queries/domains.ts';
import { publishStorefront } from '../steps/publish-storefront.ts';
import { ownDomain } from '../store/own-domain.ts';
import type { StorefrontDomainPayload } from './add-storefront-domain.ts';

/** Removes a host's own domain immediately; after that, anyone can claim it. Removing it again has no effect. */
export async function removeStorefrontDomain(
  ctx: SubgraphContext,
  id: string,
): Promise<StorefrontDomainPayload> {
  const removed = await inTransaction(ctx, async (em) => {
    const row = await ownDomain(em, ctx.viewer, id);
    if (!row || row.status === 'removed') return row;
    const served = SERVING.includes(row.status);
    em.assign(row, { status: 'removed', problem: null, removedAt: ctx.clock.now() });
    await em.flush();
    const { id: storefrontId, teamId } = row.storefront;
    if (served) await publishStorefront(ctx, em, storefrontId);
    await recordTeamEvent(ctx, em, [teamId], { kind: 'storefront_domain.removed', subject: row.domain });
    return row;
  });
  if (!removed) return { storefrontDomain: null, userErrors: [NO_DOMAIN] };
  ctx.services.catalog.changes.announce(removed.storefront.id);
  return { storefrontDomain: describeDomain(ctx, removed), userErrors: [] };
}
