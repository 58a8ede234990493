/** A session of the host panel ends this long after the sign-in, whatever happens in it. */
export const SESSION_TTL_MS = 12 * 60 * 60_000;

/** How long after a password or a second factor a session may do what needs a fresh one. */
export const ELEVATED_MS = 10 * 60_000;

/** How long the second factor is waited for. */
export const FACTOR_TTL_MS = 10 * 60_000;

/** What failed attempts are counted by. */
export type AttemptCount = 'pair' | 'address' | 'account' | 'invitation' | 'factor' | 'device';

/**
 * Failures after which no more attempts are looked at until the window ends. An address may be an office, so it has more than
 * an account at it; an account has more than a pair, so that strangers need many addresses to hold its owner back.
 */
export const MOST_FAILURES: Readonly<Record<AttemptCount, number>> = {
  pair: 5,
  address: 50,
  account: 25,
  invitation: 5,
  factor: 10,
  device: 10,
};

/** How long the window is that starts with the first failure (docs/reference/platform-settings.md#sign-in-limits). */
export const ATTEMPT_WINDOW_MS = 15 * 60_000;
