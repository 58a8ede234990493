import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { MAX_PLACEMENTS } from '#schema/limits.ts';
import { userError } from '../../errors.ts';
import { InjectionPlacementEntity } from '../../store/entities.ts';
import type { PlacedEntryFragment } from '../operations/generated.ts';
import { declared, lockPlaced } from '../store/injections.ts';
import { announcePlacement } from './announce-placement.ts';

/** Adds a draft at the last position of its target on a locked storefront, or returns the errors. */
export async function placeDraft(
  ctx: SubgraphContext,
  em: Transaction,
  storefront: { readonly id: number; readonly teamId: number },
  entry: PlacedEntryFragment,
  target: string,
) {
  const there = await lockPlaced(em, storefront.id);
  if (there.length >= MAX_PLACEMENTS)
    return userError('PLACEMENT_LIMIT', null, `A storefront can have at most ${MAX_PLACEMENTS} placements.`);
  const same = there.find(
    (one) =>
      one.installId === Number(entry.installId) && one.handle === entry.handle && one.target === target,
  );
  if (same) return userError('TAKEN', 'target', 'This is already placed there.');
  const now = ctx.clock.now();
  const last = there.findLast((one) => one.target === target);
  const placement = em.create(InjectionPlacementEntity, {
    ...declared(entry),
    teamId: storefront.teamId,
    storefront: storefront.id,
    target,
    status: 'draft',
    version: 1,
    position: last ? last.position + 1 : 0,
    offPropertyIds: [],
    createdAt: now,
    updatedAt: now,
  });
  await em.flush();
  await announcePlacement(ctx, em, placement, 'placed');
  return placement;
}
