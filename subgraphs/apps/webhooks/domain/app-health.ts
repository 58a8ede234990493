const HOUR_MS = 3_600_000;

/** An app's attempts by hour, the current hour last. */
export const HEALTH_HOURS = 7 * 24;

/**
 * Failed deliveries are shown for a week after their last attempt, and an app's developer is emailed about them at
 * most once a week.
 */
export const WEEK_MS = HEALTH_HOURS * HOUR_MS;

/** Attempts in a week are compared with those in the week before; a day more, for late comparisons. */
export const DELIVERY_HOURS_KEPT_MS = (2 * HEALTH_HOURS + 24) * HOUR_MS;

/** Attempts in a period. */
export interface Attempts {
  readonly delivered: number;
  readonly failed: number;
}

/** Limits for emailing a developer about rising failures (docs/interface/mails.md#failing-webhooks). */
export const RISING = { leastFailed: 20, leastShare: 0.05, times: 2 } as const;

/** Returns the fraction of attempts that failed; 0 without attempts. */
export function failedShare({ delivered, failed }: Attempts): number {
  return failed === 0 ? 0 : failed / (delivered + failed);
}

/** True if an app's failures are frequent and have risen since the week before. */
export function hasRisen(week: Attempts, before: Attempts): boolean {
  const share = failedShare(week);
  return (
    week.failed >= RISING.leastFailed &&
    share >= RISING.leastShare &&
    share >= RISING.times * failedShare(before)
  );
}

/** Returns why an attempt wasn't accepted: `HTTP 500`, or the reason that there was no response. */
export const failureReason = ({
  lastStatusCode,
  lastError,
}: {
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
}): string => lastError ?? (lastStatusCode === null ? 'The request failed.' : `HTTP ${lastStatusCode}`);
