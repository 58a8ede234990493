import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { byId, byInstant, latestFirst, microsecondsOf, readingSlice } from '#db/slice.ts';
import { reader } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { operatorId } from '#kit/operator.ts';
import { likePattern, searchText } from '#kit/text.ts';
import { tables } from '../../store/tables.ts';
import type { ListingContent } from '../domain/content.ts';
import { picturesOf } from '../domain/content.ts';
import type { Mistake } from '../domain/content-rules.ts';
import { lacksOf } from '../domain/lacks.ts';
import type { DraftStatus } from '../domain/listing-status.ts';
import { EMPTY_CONTENT } from '../domain/read-content.ts';
import { knownPictures } from '../store/listing-pictures.ts';
import { findListingMedia } from './listing-media.ts';

/** A public app's listing, as shown to its developer and operators. */
export interface ListingRow {
  readonly appId: number;
  readonly appSlug: string;
  readonly appName: string;
  readonly developer: string;
  readonly liveVersionId: number | null;
  readonly draft: ListingContent;
  readonly draftStatus: DraftStatus;
  readonly revision: number;
  readonly published: ListingContent | null;
  readonly isUnlisted: boolean;
  readonly suspensionReason: string | null;
  readonly rejectionReason: string | null;
  readonly submittedAt: Date | null;
  readonly publishedAt: Date | null;
  /** Submission time in microseconds since 1970; 0 if never submitted. */
  readonly submittedUs: number;
}

const listings = (ctx: SubgraphContext) =>
  tables(reader(ctx))
    .selectFrom('apps as a')
    .innerJoin('accounts as d', 'd.id', 'a.accountId')
    .leftJoin('listings as l', 'l.appId', 'a.id')
    .select(['a.id as appId', 'a.slug as appSlug', 'a.name as appName', 'a.liveVersionId'])
    .select(['d.name as developer', 'l.draft', 'l.draftStatus', 'l.revision', 'l.published', 'l.isUnlisted'])
    .select(['l.suspensionReason', 'l.rejectionReason', 'l.submittedAt', 'l.publishedAt'])
    .select(microsecondsOf('l.submitted_at').as('submittedUs'))
    .where('a.distribution', '=', 'public');

type Found = Awaited<ReturnType<ReturnType<typeof listings>['execute']>>[number];

/** An app without a row has no listing content yet. */
const describe = (found: Found): ListingRow => ({
  ...found,
  liveVersionId: found.liveVersionId ?? null,
  draft: found.draft ?? EMPTY_CONTENT,
  draftStatus: found.draftStatus ?? 'draft',
  revision: found.revision ?? 0,
  published: found.published ?? null,
  isUnlisted: found.isUnlisted ?? false,
  suspensionReason: found.suspensionReason ?? null,
  rejectionReason: found.rejectionReason ?? null,
  submittedAt: found.submittedAt ?? null,
  publishedAt: found.publishedAt ?? null,
  submittedUs: found.submittedUs ?? 0,
});

/**
 * Loads a public app's listing by the app's id, for callers that have already been checked; undefined for a
 * private app.
 */
export const findListing = batch<number, ListingRow>(async (ctx, ids) => {
  const rows = await listings(ctx).where('a.id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.appId, describe(row)]));
});

/** Returns a page of listings in review, oldest first. For operators; throws `ACCESS_DENIED` for anyone else. */
export async function findListingsInReview(
  ctx: SubgraphContext,
  listing: Listing,
): Promise<Page<ListingRow>> {
  operatorId(ctx);
  const slice = readSlice(listing, 2);
  const { within, orderBy, limit } = readingSlice(slice, byInstant('l.submitted_at', 'l.app_id'));
  const rows = await listings(ctx)
    .where('l.draftStatus', '=', 'in_review')
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  return pageOf(rows.map(describe), slice, ({ submittedUs, appId }) => [submittedUs, appId]);
}

/**
 * Returns a page of published listings, starting with the newest apps. For operators; throws `ACCESS_DENIED`
 * for anyone else.
 */
export async function findPlatformListings(
  ctx: SubgraphContext,
  { search, ...listing }: Listing & { readonly search?: string | null },
): Promise<Page<ListingRow>> {
  operatorId(ctx);
  const text = searchText(search);
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('a.id')));
  const rows = await listings(ctx)
    .where('l.published', 'is not', null)
    .$if(text !== '', (all) =>
      all.where(sql<boolean>`lower(a.name || ' ' || a.slug) LIKE ${likePattern(text)}`),
    )
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  return pageOf(rows.map(describe), slice, ({ appId }) => [appId]);
}

/** Returns an app's content as shown to hosts; null if it's unpublished or suspended. */
export async function findPublished(ctx: SubgraphContext, appId: number): Promise<ListingContent | null> {
  const listing = await findListing(ctx, appId);
  return listing && listing.suspensionReason === null ? listing.published : null;
}

/**
 * Returns the content shown to the developer and operators with an app version: the draft in review,
 * otherwise the published listing.
 */
export async function findWritten(ctx: SubgraphContext, appId: number): Promise<ListingContent | null> {
  const listing = await findListing(ctx, appId);
  return listing?.draftStatus === 'in_review' ? listing.draft : (listing?.published ?? null);
}

/** Returns what the draft still needs before publication. */
export async function findLacks(ctx: SubgraphContext, { draft }: ListingRow): Promise<readonly Mistake[]> {
  const pictures = await Promise.all(picturesOf(draft).map((id) => findListingMedia(ctx, id)));
  return lacksOf(draft, knownPictures(pictures.filter((one) => one !== undefined)));
}
