/** Where "now" comes from. The product uses the system's clock; durations are settings, so nothing else fakes time. */
export interface Clock {
  /** The present instant. */
  readonly now: () => Date;
}

export const systemClock: Clock = { now: () => new Date() };
