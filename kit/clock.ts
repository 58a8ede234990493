/**
 * Source for the current time. The product uses the system clock; durations are settings, so tests only have
 * to fake this clock.
 */
export interface Clock {
  /** The current time. */
  readonly now: () => Date;
  /** Returns false while the clock differs from the database's: jobs don't run then. A clock without this counts as right. */
  readonly isRight?: () => boolean;
  /** Resolves to false while age-based deletion must wait (docs/guides/production.md#clocks). */
  readonly mayDelete?: () => Promise<boolean>;
}

export const systemClock: Clock = { now: () => new Date() };
