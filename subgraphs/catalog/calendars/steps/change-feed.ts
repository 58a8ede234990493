import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent, type TeamEventKind } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { holdBackUnits } from '../../channels/store/hold-back-units.ts';
import { NO_FEED } from '../../errors.ts';
import type { UserError } from '../../generated.ts';
import { type OwnFeed, ownFeed } from '../store/own-feed.ts';
import { takeFeedNights } from './take-feed-nights.ts';

/** A host's change to a feed. */
interface FeedChange {
  readonly kind: TeamEventKind;
  /** Changes the locked feed, or returns the reasons it can't. */
  readonly change: (feed: OwnFeed, em: Transaction) => Promise<readonly UserError[]> | readonly UserError[];
}

/** The changed feed's id, or the errors. */
export type ChangedFeed =
  | { readonly id: number }
  | { readonly id: null; readonly userErrors: readonly UserError[] };

/**
 * Changes one of the host's feeds in its own transaction, together with the nights it takes and the units it
 * holds back, and records the change.
 */
export async function changeFeed(
  ctx: SubgraphContext,
  id: string,
  { kind, change }: FeedChange,
): Promise<ChangedFeed> {
  const { storefrontId, ...changed } = await inTransaction(ctx, async (em) => {
    const feed = await ownFeed(em, ctx.viewer, id);
    if (!feed) return { id: null, userErrors: [NO_FEED], storefrontId: null };
    const userErrors = await change(feed, em);
    if (userErrors.length > 0) return { id: null, userErrors, storefrontId: null };
    const { unitType } = feed;
    await takeFeedNights(ctx, em, feed);
    await holdBackUnits(em, [unitType.id]);
    const { id: storefrontId, teamId } = unitType.property.storefront;
    await recordTeamEvent(ctx, em, [teamId], { kind, subject: `${feed.name}, ${unitType.name}` });
    return { id: feed.id, userErrors: [], storefrontId };
  });
  if (storefrontId !== null) ctx.services.catalog.changes.announce(storefrontId);
  ctx.services.catalog.readModel.nightsChanged();
  return changed;
}
