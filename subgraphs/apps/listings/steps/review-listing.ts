import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { NewTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { operatorId } from '#kit/operator.ts';
import { isTextWithin } from '#kit/text.ts';
import { MAX_REVIEW_REASON } from '#schema/limits.ts';
import { appBySlug } from '../../authoring/store/app-by-slug.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { AppListing } from '../store/entities.ts';
import type { ListingChanged } from './own-listing.ts';

/** Refuses a text that isn't a readable reason for the developer; null if it is. */
export const refuseReason = (reason: string): Refused | null =>
  isTextWithin(reason, MAX_REVIEW_REASON)
    ? null
    : refuse('INVALID', `A reason must have 1 to ${MAX_REVIEW_REASON} characters without U+0000.`, [
        'reason',
      ]);

/** Replaces the published listing with the draft. */
export function publishDraft(ctx: SubgraphContext, listing: AppListing): void {
  listing.published = listing.draft;
  listing.publishedAt = ctx.clock.now();
  listing.draftStatus = 'published';
}

/**
 * Decides on an app's listing in one transaction and records the decision in the audit trails of its
 * developer's teams, unless `decide` returns null. For operators.
 */
export async function decideOnListing(
  ctx: SubgraphContext,
  slug: string,
  decide: (em: Transaction, listing: AppListing, operator: number) => NewTeamEvent | Refused | null,
): Promise<ListingChanged> {
  const operator = operatorId(ctx);
  return inTransaction(ctx, async (em) => {
    const app = await appBySlug(em, { slug }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const listing = app && (await em.findOne(AppListing, { appId: app.id }));
    if (!listing) return refuse('NOT_FOUND', `There is no app "${slug}" with a listing.`, ['slug']);
    const decided = decide(em, listing, operator);
    if (decided && 'userErrors' in decided) return decided;
    // Hides operators' network addresses from developers.
    const doer = { accountId: operator, installId: null, address: null };
    if (decided) await recordForTeamsOf(ctx, em, app.accountId, { ...decided, subject: app.name }, doer);
    return { appId: app.id, userErrors: NONE };
  });
}

/** Decides on the reviewed draft: it must still have this revision and be in review. */
export const reviewListing = (
  ctx: SubgraphContext,
  { slug, revision }: { readonly slug: string; readonly revision: number },
  decide: (listing: AppListing) => NewTeamEvent,
): Promise<ListingChanged> =>
  decideOnListing(ctx, slug, (_em, listing, operator) => {
    if (listing.draftStatus !== 'in_review')
      return refuse('NOT_IN_REVIEW', `The listing of "${slug}" isn't in review.`, ['slug']);
    if (listing.revision !== revision) {
      const changed = `The listing of "${slug}" has changed since you read it. Review it again.`;
      return refuse('LISTING_CHANGED', changed, ['revision']);
    }
    listing.reviewedBy = operator;
    return decide(listing);
  });
