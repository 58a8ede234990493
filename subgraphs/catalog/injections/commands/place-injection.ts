import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { propertyLimits } from '#kit/reach.ts';
import { userError } from '../../errors.ts';
import type { InjectionPlaceInput } from '../../generated.ts';
import { ownStorefront } from '../../store/own-rows.ts';
import { hostEntriesDocument } from '../operations/generated.ts';
import { placeDraft } from '../steps/place-draft.ts';
import { type PlacementPayload, record, refuse, refuseEntry } from '../store/injections.ts';

const NO_STOREFRONT = userError('NOT_FOUND', 'storefrontId', 'There is no such storefront.');

/** Adds an installed app's entry to a storefront as a draft (docs/interface/injections.md#placing). */
export async function placeInjection(
  ctx: SubgraphContext,
  { storefrontId, appSlug, handle, target }: InjectionPlaceInput,
): Promise<PlacementPayload> {
  if (propertyLimits(ctx.viewer) !== null) return refuse(NO_STOREFRONT);
  const { injectionEntries } = await ctx.execute(hostEntriesDocument, { appSlug }, ctx);
  const entry = injectionEntries.find((one) => one.handle === handle);
  const refusal = entry && (entry.targets.includes(target) ? await refuseEntry(ctx, entry) : notThere(entry));
  return inTransaction(ctx, async (em): Promise<PlacementPayload> => {
    const storefront = await ownStorefront(em, ctx.viewer, storefrontId);
    if (!storefront) return refuse(NO_STOREFRONT);
    if (storefront.closedAt)
      return refuse(userError('CLOSED', 'storefrontId', 'This storefront is permanently closed.'));
    if (!entry)
      return refuse(userError('NOT_FOUND', 'handle', 'None of the team’s installed apps has this entry.'));
    if (refusal) return refuse(refusal);
    const placed = await placeDraft(ctx, em, storefront, entry, target);
    return 'code' in placed ? refuse(placed) : { placement: record(placed, storefront), userErrors: [] };
  });
}

const notThere = ({ kind, targets }: { readonly kind: string; readonly targets: readonly string[] }) =>
  userError('TARGET_UNKNOWN', 'target', `This ${kind} can be at ${targets.join(', ')}.`);
