import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { NO_PLACEMENT, userError } from '../../errors.ts';
import { refuseOnPage } from '../domain/injections.ts';
import { hostEntriesDocument } from '../operations/generated.ts';
import { announcePlacement } from '../steps/announce-placement.ts';
import {
  declared,
  lockPlaced,
  ownPlacement,
  type PlacementPayload,
  record,
  refuse,
  refuseEntry,
  suspensionReason,
} from '../store/injections.ts';

/**
 * Shows a placement to guests, as its app's running version declares it now. It stays unchanged when the app
 * releases another version, until the host publishes it again (docs/interface/injections.md#states).
 */
export async function publishInjection(ctx: SubgraphContext, id: string): Promise<PlacementPayload> {
  const found = await inTransaction(ctx, (em) => ownPlacement(em, ctx.viewer, id));
  if (!found) return refuse(NO_PLACEMENT);
  const { appSlug, handle, target } = found;
  const { injectionEntries } = await ctx.execute(hostEntriesDocument, { appSlug }, ctx);
  const entry = injectionEntries.find((one) => one.handle === handle);
  if (!entry?.targets.includes(target))
    return refuse(userError('NOT_FOUND', null, 'The app no longer offers this here. Remove it.'));
  const refusal = await refuseEntry(ctx, entry);
  if (refusal) return refuse(refusal);
  const payload = await inTransaction(ctx, async (em): Promise<PlacementPayload> => {
    const { storefront } = found;
    const there = await lockPlaced(em, storefront.id);
    const placement = there.find((one) => one.id === found.id);
    if (!placement) return refuse(NO_PLACEMENT);
    const reason = await suspensionReason(em, {
      appSlug,
      url: entry.kind === 'frame' ? (entry.url ?? null) : null,
    });
    if (reason !== null)
      return refuse(userError('SUSPENDED', null, `The platform suspended this: ${reason}`));
    const others = there.filter(({ status }) => status !== 'draft');
    const tooMany = refuseOnPage({ id: placement.id, kind: declared(entry).kind, target }, others);
    if (tooMany !== null) return refuse(userError('PLACEMENT_LIMIT', null, tooMany));
    const { version } = placement;
    Object.assign(placement, declared(entry), { status: 'published', version: version + 1 });
    placement.updatedAt = ctx.clock.now();
    await em.flush();
    await announcePlacement(ctx, em, placement, 'published');
    return { placement: record(placement, storefront), userErrors: [] };
  });
  ctx.services.catalog.changes.announce(found.storefront.id);
  return payload;
}
