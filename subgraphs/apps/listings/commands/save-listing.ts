import { isDeepStrictEqual } from 'node:util';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { type App, AppVersion } from '../../authoring/store/entities.ts';
import { NONE, type RefusalCode, type Refused } from '../../errors.ts';
import type { AppPlanInput } from '../../generated.ts';
import { operatorOfToken } from '../../identity/steps/operator-of-token.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import type { ListingContent } from '../domain/content.ts';
import { type KnownPictures, type Mistake, mistakesIn } from '../domain/content-rules.ts';
import { lacksOf } from '../domain/lacks.ts';
import { EMPTY_CONTENT, type GivenListing, readContent } from '../domain/read-content.ts';
import { type ListingChanged, listingOf, withOwnApp } from '../steps/own-listing.ts';
import { publishDraft } from '../steps/review-listing.ts';
import type { AppListing } from '../store/entities.ts';
import { heldPictures } from '../store/listing-pictures.ts';
import { submitFirstListing } from './submit-first-listing.ts';

interface Saving {
  readonly slug: string;
  /** Plans stay as they are if they're omitted. */
  readonly input: GivenListing & { readonly plans?: readonly AppPlanInput[] | null };
  readonly submit: boolean;
}

/**
 * Replaces the draft of the account's own public app as a whole, and submits it for review if requested. The
 * published listing stays until an operator approves the draft, unless an operator's own token submits it. Plans apply
 * immediately; a private app can have plans, but no listing. Refuses with `NOT_FOUND`, `NOT_LISTABLE`, `INVALID` or
 * `LISTING_INCOMPLETE` (docs/interface/listings.md#states).
 */
export function saveListing(ctx: SubgraphContext, { slug, input, submit }: Saving): Promise<ListingChanged> {
  const given = readContent(input);
  const { plans } = input;
  const mayBePrivate = plans != null && !submit && isDeepStrictEqual(given, EMPTY_CONTENT);
  const save = async (em: Transaction, app: App): Promise<ListingChanged> => {
    const pictures = await heldPictures(ctx, em, app.id, given);
    const content = withAnnouncedAlt(given, pictures);
    const mistakes = mistakesIn(content, pictures);
    if (mistakes.length > 0) return refuseEach('INVALID', mistakes);
    const lacks = submit ? lacksOf(content, pictures) : [];
    if (lacks.length > 0) return refuseEach('LISTING_INCOMPLETE', lacks);
    const { userErrors } = plans
      ? await ctx.services.apps.hooks.setPlans(ctx, em, { app, plans })
      : { userErrors: NONE };
    if (userErrors.length > 0) return { userErrors };
    if (app.distribution === 'private') return { slug, userErrors: NONE };
    const listing = await listingOf(em, app);
    const before = listing.draftStatus;
    write(ctx, listing, content, submit);
    const operator = listing.draftStatus === 'in_review' ? await operatorOfToken(ctx, em) : null;
    if (operator !== null) {
      listing.reviewedBy = operator;
      publishDraft(ctx, listing);
      await recordForTeamsOf(ctx, em, app.accountId, { kind: 'app_listing.approved', subject: app.name });
    } else if (!submit && (await em.count(AppVersion, { appId: app.id, status: 'in_review' })) > 0)
      await submitFirstListing(ctx, em, app);
    else if (listing.draftStatus === 'in_review' && before !== 'in_review')
      await recordForTeamsOf(ctx, em, app.accountId, { kind: 'app_listing.submitted', subject: app.name });
    return { appId: app.id, slug, userErrors: NONE };
  };
  return withOwnApp(ctx, slug, save, { mayBePrivate });
}

/** Fills missing alt texts in the gallery with those announced for the pictures. */
const withAnnouncedAlt = (content: ListingContent, pictures: KnownPictures): ListingContent => ({
  ...content,
  gallery: content.gallery.map(({ media, alt }) => ({ media, alt: alt || (pictures.get(media)?.alt ?? '') })),
});

/** A draft equal to the published listing doesn't count as a draft. */
function write(ctx: SubgraphContext, listing: AppListing, content: ListingContent, submit: boolean): void {
  const isNew = !isDeepStrictEqual(content, listing.draft);
  const isPublished = isDeepStrictEqual(content, listing.published);
  if (isNew) {
    listing.draft = content;
    listing.revision += 1;
  }
  if (submit && !isPublished && (isNew || listing.draftStatus !== 'in_review')) {
    listing.submittedAt = ctx.clock.now();
  }
  listing.draftStatus = isPublished ? 'published' : submit ? 'in_review' : 'draft';
  listing.rejectionReason = null;
}

const refuseEach = (code: RefusalCode, mistakes: readonly Mistake[]): Refused => ({
  userErrors: mistakes.map(({ field, message }) => ({
    code,
    message,
    field: ['input', ...field.split('.')],
  })),
});
