import { DAY_MS, utcDate } from './periods.ts';

/** The time for which a trial ran. */
export interface TrialRun {
  readonly from: Date;
  /** Its end, or the present while it's running. */
  readonly to: Date;
}

/** Returns the UTC dates on which a trial ran; each counts as a used day. */
export function trialDates({ from, to }: TrialRun): readonly string[] {
  const last = utcDate(new Date(Math.max(to.getTime() - 1, from.getTime())));
  const dates: string[] = [];
  for (let date = utcDate(from); Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 }))
    dates.push(date.toString());
  return dates;
}

/**
 * Returns when a team's trial of an app ends if it starts now; null if no days are left. `used` are the dates on
 * which earlier trials of the app ran. Today counts once, even if an earlier trial also ran today.
 */
export function trialEnd(
  now: Date,
  { trialDays, used }: { readonly trialDays: number; readonly used: ReadonlySet<string> },
): Date | null {
  if (used.size >= trialDays) return null;
  const usedBefore = used.size - (used.has(utcDate(now).toString()) ? 1 : 0);
  return new Date(now.getTime() + (trialDays - usedBefore) * DAY_MS);
}
