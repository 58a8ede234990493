/** Where a storefront is in its life. */
export type StorefrontStatus = 'draft' | 'live' | 'paused' | 'closed';

/** What decides it. */
interface Lifetime {
  readonly openedAt?: Date | string | null | undefined;
  readonly closedAt?: Date | string | null | undefined;
  readonly maintenance: boolean;
}

/** Closed is for good; what was never taken live is a draft, also in maintenance. */
export function statusOf({ openedAt, closedAt, maintenance }: Lifetime): StorefrontStatus {
  if (closedAt != null) return 'closed';
  if (openedAt == null) return 'draft';
  return maintenance ? 'paused' : 'live';
}
