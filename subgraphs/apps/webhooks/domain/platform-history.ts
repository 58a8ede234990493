const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Interval at which the queues' figures are recorded. */
export const SAMPLE_MS = 5 * MINUTE_MS;

/** Longest history that can be shown. */
export const HISTORY_DAYS = 14;

/** A day more than is shown, for a late purge. */
export const HISTORY_KEPT_MS = (HISTORY_DAYS + 1) * DAY_MS;

/** Returns the length of a step in a history of some days. */
export const stepMs = (days: number): number => (days === 1 ? SAMPLE_MS : HOUR_MS);

/** Returns the starts of all steps in the days until now, oldest first; the last step contains now. */
export function stepsUntil(now: Date, days: number, lengthMs: number): readonly Date[] {
  const last = stepOf(now, lengthMs).getTime();
  const count = (days * DAY_MS) / lengthMs;
  return Array.from({ length: count }, (_, place) => new Date(last - (count - 1 - place) * lengthMs));
}

/** Returns the start of the step that contains a time. */
export const stepOf = (at: Date, lengthMs: number): Date =>
  new Date(Math.floor(at.getTime() / lengthMs) * lengthMs);
