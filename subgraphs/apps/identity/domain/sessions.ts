/** A host panel session ends this long after sign-in, regardless of activity. */
export const SESSION_TTL_MS = 12 * 60 * 60_000;

/** Time after giving a password or second factor during which a session can perform protected actions. */
export const ELEVATED_MS = 10 * 60_000;

/** Time limit for the second factor. */
export const FACTOR_TTL_MS = 10 * 60_000;

/** Keys for counting failed attempts. */
export type AttemptCount = 'pair' | 'address' | 'account' | 'invitation' | 'factor' | 'device';

/**
 * Failures after which further attempts aren't checked until the window ends. An address may be an office, so
 * its limit is higher than an account's; an account's is higher than a pair's, so that strangers need many
 * addresses to block its owner.
 */
export const MOST_FAILURES: Readonly<Record<AttemptCount, number>> = {
  pair: 5,
  address: 50,
  account: 25,
  invitation: 5,
  factor: 10,
  device: 10,
};

/** Length of the window, starting with the first failure (docs/reference/platform-settings.md#sign-in-limits). */
export const ATTEMPT_WINDOW_MS = 15 * 60_000;
