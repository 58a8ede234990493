/** Where "now" comes from. The product uses the system's clock; durations are settings, so nothing else fakes time. */
export interface Clock {
  /** The present instant. */
  readonly now: () => Date;
  /** Returns false while the clock differs from the database's: jobs don't run then. A clock without this counts as right. */
  readonly isRight?: () => boolean;
  /** Resolves to false while nothing may be deleted because of its age (docs/guides/production.md#clocks). */
  readonly mayDelete?: () => Promise<boolean>;
}

export const systemClock: Clock = { now: () => new Date() };
