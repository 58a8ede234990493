/** A storefront's lifecycle status. */
export type StorefrontStatus = 'draft' | 'live' | 'paused' | 'closed';

/** Reasons for a pause. */
interface Pauses {
  /** Set by the storefront's host. */
  readonly maintenance: boolean;
  /** Set by a platform operator. */
  readonly suspendedAt?: Date | string | null | undefined;
  /** Set by an operator for the whole team. */
  readonly teamSuspended: boolean;
}

/** Inputs for the status. */
interface Lifetime extends Pauses {
  readonly openedAt?: Date | string | null | undefined;
  readonly closedAt?: Date | string | null | undefined;
}

/** Closed is final; a storefront that never went live is a draft, even in maintenance. */
export function statusOf({ openedAt, closedAt, ...pauses }: Lifetime): StorefrontStatus {
  if (closedAt != null) return 'closed';
  if (openedAt == null) return 'draft';
  return isPaused(pauses) ? 'paused' : 'live';
}

/** True if the storefront doesn't serve requests, by its host's choice or an operator's. */
export const isPaused = ({ maintenance, suspendedAt, teamSuspended }: Pauses): boolean =>
  maintenance || suspendedAt != null || teamSuspended;
