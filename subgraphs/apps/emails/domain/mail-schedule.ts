const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What a mail that could not be sent waits before each further attempt (docs/reference/platform-settings.md#mail). */
const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS] as const;

/** When a mail is tried again after so many failed attempts; null: not any more. */
export function nextAttempt(failedAttempts: number, now: Date): Date | null {
  const delay = RETRY_DELAYS_MS[failedAttempts - 1];
  return delay === undefined ? null : new Date(now.getTime() + delay);
}

/** A process that sends a mail has it to itself for this long, and renews that meanwhile: others take it soon after one died. */
export const CLAIM_MS = 10_000;

/** A mail without a time of its own is not sent any more after this long, even where no server was there before. */
export const MAIL_TTL_MS = 3 * 24 * HOUR_MS;

/** Mails that were sent, or given up, are kept this long. */
export const MAIL_KEPT_MS = 30 * 24 * HOUR_MS;

/** No mail waits longer for its next attempt. */
export const LONGEST_RETRY_MS = Math.max(...RETRY_DELAYS_MS);
