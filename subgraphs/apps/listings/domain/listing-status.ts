import type { ListingContent } from './content.ts';

/** Where a draft is; `published`: there is none beside what is published. */
export const DRAFT_STATUSES = ['draft', 'in_review', 'rejected', 'published'] as const;
export type DraftStatus = (typeof DRAFT_STATUSES)[number];

/** Where a listing is on its way to the store. */
export type ListingStatus = 'draft' | 'in_review' | 'published' | 'unlisted' | 'suspended';

/** What decides where a listing is. */
export interface ListingState {
  readonly draftStatus: DraftStatus;
  readonly published: ListingContent | null;
  readonly isUnlisted: boolean;
  readonly suspensionReason?: string | null;
}

/** Operators decide before the developer, and what is published before the draft (docs/interface/listings.md#states). */
export function listingStatus({
  draftStatus,
  published,
  isUnlisted,
  suspensionReason,
}: ListingState): ListingStatus {
  if (suspensionReason != null) return 'suspended';
  if (published !== null) return isUnlisted ? 'unlisted' : 'published';
  return draftStatus === 'in_review' ? 'in_review' : 'draft';
}
