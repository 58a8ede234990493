import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { userError } from '../../errors.ts';
import { describeLook, type LookPayload, refuseLook } from '../queries/looks.ts';
import { lockLook, writeLook } from '../store/own-look.ts';

/** A published look to restore as the draft. */
interface Restoring {
  readonly storefrontId: string;
  readonly version: number;
}

/**
 * Restores the live look or an earlier one as the draft; guests see no change. See
 * docs/interface/storefronts.md#look.
 */
export function restoreStorefrontLook(
  ctx: SubgraphContext,
  { storefrontId, version }: Restoring,
): Promise<LookPayload> {
  return inTransaction(ctx, async (em): Promise<LookPayload> => {
    const own = await lockLook(em, ctx.viewer, storefrontId);
    if ('refusal' in own) return refuseLook(own.refusal);
    const { live, history } = own.stored;
    const kept = [...(live ? [live] : []), ...history].find((one) => one.version === version);
    if (!kept)
      return refuseLook(
        userError('NOT_FOUND', 'version', 'There is no such look. Choose the live one or one in `history`.'),
      );
    const written = await writeLook(em, own, { draft: kept.look });
    const { teamId, name } = own.storefront;
    const change = `version ${version}, published ${kept.publishedAt.slice(0, 10)}`;
    await recordTeamEvent(ctx, em, [teamId], { kind: 'storefront_look.restored', subject: name, change });
    return { look: describeLook(ctx, written), userErrors: [] };
  });
}
