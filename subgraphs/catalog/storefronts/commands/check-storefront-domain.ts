import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { reachOf } from '../../access.ts';
import { NO_DOMAIN } from '../../errors.ts';
import { StorefrontDomainEntity } from '../../store/entities.ts';
import { lookAtDomain } from '../outside/look-at-domain.ts';
import { describeDomain } from '../queries/domains.ts';
import type { StorefrontDomainPayload } from './add-storefront-domain.ts';

/** Checks a domain's records now, and again soon, instead of at the next scheduled check. */
export async function checkStorefrontDomain(
  ctx: SubgraphContext,
  id: string,
): Promise<StorefrontDomainPayload> {
  const { teamId } = reachOf(ctx.viewer);
  const domain = { id: parseId(id) ?? 0, storefront: { teamId: teamId ?? 0 } };
  const known = await reader(ctx).findOne(StorefrontDomainEntity, domain);
  if (!known) return { storefrontDomain: null, userErrors: [NO_DOMAIN] };
  await inTransaction(ctx, (em) =>
    em.nativeUpdate(StorefrontDomainEntity, { id: known.id }, { attempts: 0 }),
  );
  const row = await lookAtDomain(ctx, known.id);
  return row
    ? { storefrontDomain: describeDomain(ctx, row), userErrors: [] }
    : { storefrontDomain: null, userErrors: [NO_DOMAIN] };
}
