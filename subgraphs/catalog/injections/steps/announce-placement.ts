import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';
import type { PlacementRecord } from '../../store/entities.ts';

type Happened = 'placed' | 'published' | 'removed' | 'suspended';

/** Records and publishes a change of a placement. */
export async function announcePlacement(
  ctx: SubgraphContext,
  em: Transaction,
  {
    id: placementId,
    storefront,
    ...placement
  }: Omit<PlacementRecord, 'storefront'> & { readonly storefront: { readonly id: number } },
  happened: Happened,
  kind: 'resumed' | Happened = happened,
): Promise<void> {
  const { teamId, version, appSlug: app, handle, target, status, name, appName } = placement;
  await publish(ctx, em, `injection.${happened}`, {
    teamId,
    placementId,
    version,
    storefrontId: storefront.id,
    app,
    handle,
    target,
    status,
  });
  await recordTeamEvent(ctx, em, [teamId], {
    kind: `injection.${kind}`,
    subject: `${name}, ${appName}`,
    change: target,
  });
}
