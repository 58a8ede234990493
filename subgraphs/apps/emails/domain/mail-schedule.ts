const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays before each further attempt to send a failed email (docs/reference/platform-settings.md#mail). */
const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS] as const;

/** Additional attempts, to make up for interrupted ones. */
const SPARE_ATTEMPTS = 3;

/** Retries for an email. */
export const MAIL_RETRIES = {
  delaysMs: RETRY_DELAYS_MS,
  mostAttempts: RETRY_DELAYS_MS.length + 1 + SPARE_ATTEMPTS,
} as const;

/**
 * Duration of a sending process's claim on an email; renewed while sending, so that another process can take
 * over soon after a crash.
 */
export const CLAIM_MS = 10_000;

/** An email without its own expiry isn't sent after this period, even if there was no mail server until then. */
export const MAIL_TTL_MS = 3 * 24 * HOUR_MS;

/** Retention for sent and dropped emails. */
export const MAIL_KEPT_MS = 30 * 24 * HOUR_MS;

/** The longest wait for an email's next attempt. */
export const LONGEST_RETRY_MS = Math.max(...RETRY_DELAYS_MS);

/** Recorded reason for an email that expired unsent. */
export const EXPIRED = 'The email expired before it could be sent.';
