import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { earlierLooks } from '../domain/look.ts';
import { describeLook, type LookPayload, refuseLook } from '../queries/looks.ts';
import { publishStorefront } from '../steps/publish-storefront.ts';
import { lockLook, refuseStale, writeLook } from '../store/own-look.ts';

/** The look to publish, in the version that the host read. */
interface Publishing {
  readonly storefrontId: string;
  readonly version: number;
}

/**
 * Publishes the draft of a storefront's look to guests; the previous live look becomes the newest earlier
 * look, and the sixth is dropped. See docs/interface/storefronts.md#look.
 */
export async function publishStorefrontLook(
  ctx: SubgraphContext,
  { storefrontId, version }: Publishing,
): Promise<LookPayload> {
  const payload = await inTransaction(ctx, async (em): Promise<LookPayload> => {
    const own = await lockLook(em, ctx.viewer, storefrontId);
    if ('refusal' in own) return refuseLook(own.refusal);
    const stale = refuseStale(own, version);
    if (stale) return refuseLook(stale);
    const { draft, live, history } = own.stored;
    const written = await writeLook(em, own, {
      live: { version, publishedAt: ctx.clock.now().toISOString(), look: draft },
      history: earlierLooks(live ?? null, history),
    });
    const { id, teamId, name } = own.storefront;
    await recordTeamEvent(ctx, em, [teamId], { kind: 'storefront_look.published', subject: name });
    await publishStorefront(ctx, em, id);
    return { look: describeLook(ctx, written), userErrors: [] };
  });
  if (payload.look) ctx.services.catalog.changes.announce(payload.look.storefrontId);
  return payload;
}
