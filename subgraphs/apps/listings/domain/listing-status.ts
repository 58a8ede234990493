import type { ListingContent } from './content.ts';

/** Draft status; `published` means that there's no draft apart from the published listing. */
export const DRAFT_STATUSES = ['draft', 'in_review', 'rejected', 'published'] as const;
export type DraftStatus = (typeof DRAFT_STATUSES)[number];

/** A listing's progress toward the store. */
export type ListingStatus = 'draft' | 'in_review' | 'published' | 'unlisted' | 'suspended';

/** Fields that determine a listing's status. */
export interface ListingState {
  readonly draftStatus: DraftStatus;
  readonly published: ListingContent | null;
  readonly isUnlisted: boolean;
  readonly suspensionReason?: string | null;
}

/**
 * Operators' decisions take precedence over the developer's, and the published listing over the draft
 * (docs/interface/listings.md#states).
 */
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
