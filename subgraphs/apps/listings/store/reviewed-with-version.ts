import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { App } from '../../authoring/store/entities.ts';
import { type Refused, refuse } from '../../errors.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { lacksOf } from '../domain/lacks.ts';
import { AppListing } from './entities.ts';
import { heldPictures } from './listing-pictures.ts';

/**
 * The first listing of an app is reviewed with the version that its developer releases: submits the draft if nothing was published
 * before and nothing is missing. Later drafts are submitted by their developer.
 */
export async function submitFirstListing(ctx: SubgraphContext, em: Transaction, app: App): Promise<void> {
  const listing = await em.findOne(AppListing, { appId: app.id }, LOCKED);
  if (!listing || !(await isFirst(ctx, em, listing))) return;
  listing.draftStatus = 'in_review';
  listing.submittedAt = ctx.clock.now();
  await recordForTeamsOf(ctx, em, app.accountId, { kind: 'app_listing.submitted', subject: app.name });
}

/** Publishes the listing that was reviewed with a version; refuses if it isn't at the given revision any more. */
export async function publishReviewed(
  ctx: SubgraphContext,
  em: Transaction,
  app: App,
  { operator, revision }: { readonly operator: number; readonly revision: number | null },
): Promise<Refused | null> {
  const listing = await em.findOne(AppListing, { appId: app.id }, LOCKED);
  if (revision !== null && (listing?.revision ?? NO_LISTING) !== revision)
    return refuse(
      'LISTING_CHANGED',
      `The listing of "${app.slug}" has changed since you read it: review it again.`,
      ['listingRevision'],
    );
  const isReviewed = listing && (listing.draftStatus === 'in_review' || (await isFirst(ctx, em, listing)));
  if (!isReviewed) return null;
  listing.reviewedBy = operator;
  publishDraft(ctx, listing);
  await recordForTeamsOf(ctx, em, app.accountId, { kind: 'app_listing.approved', subject: app.name });
  return null;
}

/** Revision of an app that never saved a listing, as `listingRevision` shows it. */
const NO_LISTING = 0;

/** Replaces what is published by the draft. */
export function publishDraft(ctx: SubgraphContext, listing: AppListing): void {
  listing.published = listing.draft;
  listing.publishedAt = ctx.clock.now();
  listing.draftStatus = 'published';
}

const LOCKED = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/** Returns true for a complete draft of an app that never had a published listing. */
async function isFirst(ctx: SubgraphContext, em: Transaction, listing: AppListing): Promise<boolean> {
  const { appId, draft, draftStatus, published } = listing;
  if (draftStatus !== 'draft' || published != null) return false;
  return lacksOf(draft, await heldPictures(ctx, em, appId, draft)).length === 0;
}
