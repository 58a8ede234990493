import type { Interval } from './plans.ts';

/** A billing period in UTC dates; `end` is the next period's start. Null for a plan that's paid once. */
export interface Period {
  readonly start: Temporal.PlainDate;
  readonly end: Temporal.PlainDate | null;
}

export const DAY_MS = 24 * 3_600_000;

const MONTHS: Readonly<Record<Interval, number | null>> = { month: 1, year: 12, once: null };

/**
 * Returns the period that starts on a date. Ends keep the anchor's day of the month, or fall on the last day of
 * a shorter month: a subscription that began on 31 January renews on 28 February and on 31 March.
 */
export function periodFrom(
  anchor: Temporal.PlainDate,
  start: Temporal.PlainDate,
  interval: Interval,
): Period {
  const months = MONTHS[interval];
  if (months === null) return { start, end: null };
  const sinceAnchor = (start.year - anchor.year) * 12 + start.month - anchor.month;
  return { start, end: anchor.add({ months: sinceAnchor + months }) };
}

/** Returns an instant's UTC date. */
export const utcDate = (instant: Date): Temporal.PlainDate =>
  Temporal.PlainDate.from(instant.toISOString().slice(0, 10));

/** Returns a date's first instant in UTC. */
export const startOfDay = (date: Temporal.PlainDate): Date => new Date(`${date.toString()}T00:00:00.000Z`);
