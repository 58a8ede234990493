/** Where a storefront is in its life. */
export type StorefrontStatus = 'draft' | 'live' | 'paused' | 'closed';

/** What pauses it. */
interface Pauses {
  /** Its host did. */
  readonly maintenance: boolean;
  /** An operator of the platform did. */
  readonly suspendedAt?: Date | string | null | undefined;
  /** An operator suspended its whole team. */
  readonly teamSuspended: boolean;
}

/** What decides it. */
interface Lifetime extends Pauses {
  readonly openedAt?: Date | string | null | undefined;
  readonly closedAt?: Date | string | null | undefined;
}

/** Closed is for good; what was never taken live is a draft, also in maintenance. */
export function statusOf({ openedAt, closedAt, ...pauses }: Lifetime): StorefrontStatus {
  if (closedAt != null) return 'closed';
  if (openedAt == null) return 'draft';
  return isPaused(pauses) ? 'paused' : 'live';
}

/** Whether it answers no one: by its host's choice or an operator's. */
export const isPaused = ({ maintenance, suspendedAt, teamSuspended }: Pauses): boolean =>
  maintenance || suspendedAt != null || teamSuspended;
